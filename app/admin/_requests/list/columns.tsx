import {
  createColumnHelper,
  metaHelper,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import { capitalize } from '@/lib/capitalize'
import { Checkbox } from '@/components/ui/checkbox'
import { formatShortRange, formatTimestamp } from '@/lib/dates'
import type { Admin } from '@/lib/requests/one-request'
import type { AdminRequest } from '@/lib/requests/request'
import type { Status } from '@/lib/statuses'
import { RequestLink } from '../../_components/request-link'
import { EmptyCell, formatDay, formatReceived, Owner, Truncated } from './cells'
import { cn } from '@/lib/utils'
import { RowActions } from './row-actions'
import { ClosedDateMark } from '../closed-date'
import { StatusBadge } from '../status-badge'
import { TurnMark } from '../turn-mark'
import { kindPlurals } from '../labels'

interface ColumnMeta {
  /** The class for the column's width; '' for the rest of the table's width. */
  width: string
  /** The CSS classes that place the cell in a card. Below 1024 px, each row is a card. */
  card: string
  /** True if the cells are never truncated. */
  isWhole?: boolean
}

export interface TableMeta {
  onOpen: (request: AdminRequest) => void
  onStatus: (requests: AdminRequest[], status: Status) => void
  /** The type of the selected rows, else of the first row. Only rows of one type can be selected together. */
  selectableType: AdminRequest['type'] | undefined
  /** The ids of shown rows that the server's page no longer has. */
  goneIds: Set<string>
  admins: Admin[]
  now: number
}

export const features = tableFeatures({
  rowSelectionFeature,
  rowSortingFeature,
  columnMeta: metaHelper<ColumnMeta>(),
  tableMeta: metaHelper<TableMeta>(),
})

const helper = createColumnHelper<typeof features, AdminRequest>()
const line = 'max-lg:order-2 max-lg:in-data-[type=inquiry]:hidden'
const small = 'max-lg:order-5 max-lg:text-xs max-lg:text-muted-foreground'

export const columns = helper.columns([
  helper.display({
    id: 'select',
    meta: { width: 'w-7', card: 'max-lg:absolute max-lg:top-2.5 max-lg:left-0', isWhole: true },
    header: ({ table }) => (
      <Checkbox
        aria-label={`Select all ${kindPlurals[table.options.meta?.selectableType ?? 'booking']} of this page`}
        disabled={table.options.meta?.selectableType === undefined}
        checked={table.getIsAllRowsSelected() || (table.getIsSomeRowsSelected() && 'indeterminate')}
        // Not `toggleAllRowsSelected`: if no row is selected, it would select rows of both types.
        onCheckedChange={(checked) => {
          const rows = table
            .getRowModel()
            .rows.filter(
              ({ id, original }) =>
                original.type === table.options.meta?.selectableType && !table.options.meta.goneIds.has(id),
            )
          table.setRowSelection(
            checked === true ? Object.fromEntries(rows.map(({ id }) => [id, true as const])) : {},
          )
        }}
      />
    ),
    cell: ({ row }) => (
      <Checkbox
        aria-label={`Select ${row.original.name}`}
        disabled={!row.getCanSelect()}
        checked={row.getIsSelected()}
        onCheckedChange={(checked) => row.toggleSelected(checked === true)}
      />
    ),
  }),
  helper.accessor('created_at', {
    id: 'created',
    meta: { width: 'w-[7.25rem]', card: small },
    cell: ({ getValue, table }) => (
      <time
        dateTime={getValue()}
        title={formatTimestamp(getValue())}
        className="text-muted-foreground tabular-nums"
      >
        {formatReceived(getValue(), table.options.meta?.now ?? Date.now())}
      </time>
    ),
  }),
  helper.accessor('name', {
    meta: { width: 'w-[9.75rem]', card: 'max-lg:order-first max-lg:w-full' },
    cell: ({ row: { original } }) => (
      <RequestLink
        id={original.id}
        className={cn(
          'relative block max-w-full truncate rounded text-left text-inherit no-underline hover:underline max-lg:max-w-[calc(100%-8.5rem)] @max-[15rem]:max-w-[calc(100%-3rem)]',
          ['cancelled', 'archived'].includes(original.status) && 'font-normal text-muted-foreground',
        )}
      >
        <Truncated text={original.name} max={20} />
      </RequestLink>
    ),
  }),
  helper.accessor('email', {
    meta: { width: 'w-[9.375rem]', card: cn(small, 'lg:max-xl:hidden') },
    cell: ({ getValue }) => (
      <span className="text-muted-foreground">
        <Truncated text={getValue()} max={20} />
      </span>
    ),
  }),
  helper.accessor('type', {
    meta: { width: 'w-15', card: small },
    cell: ({ getValue }) => capitalize(getValue()),
  }),
  helper.accessor((request) => (request.type === 'booking' ? request.date : null), {
    id: 'date',
    meta: { width: 'w-25', card: line },
    cell: ({ row: { original }, table }) => {
      if (original.type !== 'booking') return <EmptyCell />
      const day = formatDay(original.date, table.options.meta?.now ?? Date.now())
      if (original.is_on_closed_date) return <ClosedDateMark day={day} />
      return <span className="tabular-nums">{day}</span>
    },
  }),
  helper.accessor((request) => (request.type === 'booking' ? request.start_time : null), {
    id: 'time',
    meta: { width: 'w-[8.5rem]', card: line },
    cell: ({ row: { original } }) =>
      original.type === 'booking' ? (
        <span className="whitespace-nowrap tabular-nums">
          {formatShortRange(original.start_time, original.end_time)}
        </span>
      ) : (
        <EmptyCell />
      ),
  }),
  helper.accessor('status', {
    meta: {
      width: 'w-[5.5rem]',
      card: 'max-lg:absolute max-lg:top-2 max-lg:right-9 @max-[15rem]:static',
      isWhole: true,
    },
    cell: ({ getValue }) => <StatusBadge status={getValue()} />,
  }),
  helper.accessor('message', {
    meta: {
      width: '',
      card: 'max-lg:relative max-lg:min-w-0 max-lg:truncate max-lg:order-4 max-lg:w-full max-lg:in-data-[type=inquiry]:order-2 max-lg:in-data-[type=inquiry]:w-[calc(100%-8rem)]',
    },
    cell: ({ getValue }) => {
      const message = getValue()
      return message === null ? <EmptyCell /> : <Truncated text={message.replace(/\s+/g, ' ')} max={30} />
    },
  }),
  helper.display({
    id: 'turn',
    meta: {
      width: 'w-24',
      card: 'max-lg:order-3 max-lg:mr-9 max-lg:ml-auto',
    },
    cell: ({ row: { original }, table: { options } }) =>
      options.meta && <TurnMark request={original} now={options.meta.now} />,
  }),
  helper.display({
    id: 'who',
    meta: {
      width: 'w-11',
      card: 'max-lg:absolute max-lg:top-7 max-lg:right-0 max-lg:w-6 max-lg:text-center @max-[15rem]:static',
    },
    cell: ({ row: { original }, table: { options } }) =>
      options.meta && <Owner request={original} admins={options.meta.admins} />,
  }),
  helper.display({
    id: 'actions',
    meta: { width: 'w-9.5', card: 'max-lg:absolute max-lg:top-0.5 max-lg:-right-1', isWhole: true },
    header: () => <span className="sr-only">Actions</span>,
    cell: ({ row, table: { options } }) => (
      <RowActions
        request={row.original}
        admins={options.meta?.admins ?? []}
        onOpen={() => options.meta?.onOpen(row.original)}
        onStatus={(status) => options.meta?.onStatus([row.original], status)}
      />
    ),
  }),
])
