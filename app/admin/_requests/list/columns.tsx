'use client'

import {
  createColumnHelper,
  metaHelper,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import { Checkbox } from '@/components/ui/checkbox'
import { formatTimestamp, formatDate, formatTimeRange } from '@/lib/dates'
import type { Admin } from '@/lib/requests/details'
import type { AdminRequest, Status } from '@/lib/requests/request'
import { RequestLink } from '../../_components/request-link'
import { Cut, Nothing, UnderName } from './cells'
import { RowActions } from './row-actions'
import { ClosedDateMark } from '../closed-date'
import { StatusBadge } from '../status-badge'
import { kindPlurals, titleOf } from '../labels'

/** Class names of a column, and what else its cells need. */
interface ColumnMeta {
  /** The width of the column; what is left is shared by all. */
  width: string
  /** The position in a card: below 1280 px each row is one. */
  card: string
  /** Whether its cells hold no text that may be cut off. */
  isWhole?: boolean
}

/** What the controls in the cells need. */
export interface TableMeta {
  onOpen: (request: AdminRequest) => void
  onStatus: (requests: AdminRequest[], status: Status) => void
  /** The kind whose rows can be selected together: of what is selected, else of the first row. */
  selectable: AdminRequest['type'] | undefined
  left: Set<string>
  onTick: (id: string, isSelected: boolean, withShift: boolean) => void
  admins: Admin[]
  /** When the page was read, in milliseconds. */
  now: number
}

/** The features of TanStack Table that the list uses. */
export const features = tableFeatures({
  rowSelectionFeature,
  rowSortingFeature,
  columnMeta: metaHelper<ColumnMeta>(),
  tableMeta: metaHelper<TableMeta>(),
})

const helper = createColumnHelper<typeof features, AdminRequest>()
const line = 'max-xl:order-2'

/** The table's columns. Postgres sorts and filters; a column only says what its cells show. */
export const columns = helper.columns([
  helper.display({
    id: 'select',
    meta: { width: 'w-9', card: 'max-xl:absolute max-xl:top-3.5 max-xl:left-3', isWhole: true },
    header: ({ table }) => (
      <Checkbox
        aria-label={`Select all ${kindPlurals[table.options.meta?.selectable ?? 'booking']} of this page`}
        disabled={table.options.meta?.selectable === undefined}
        checked={table.getIsAllRowsSelected() || (table.getIsSomeRowsSelected() && 'indeterminate')}
        // Not `toggleAllRowsSelected`: while nothing is selected, it would select both kinds.
        onCheckedChange={(checked) => {
          const rows = table
            .getRowModel()
            .rows.filter(
              ({ id, original }) =>
                original.type === table.options.meta?.selectable && !table.options.meta.left.has(id),
            )
          table.setRowSelection(
            checked === true ? Object.fromEntries(rows.map(({ id }) => [id, true as const])) : {},
          )
        }}
      />
    ),
    cell: ({ row, table }) => (
      <Checkbox
        aria-label={`Select ${row.original.name}`}
        disabled={!row.getCanSelect()}
        checked={row.getIsSelected()}
        // With Shift the browser would select the text between, and not focus the box.
        onMouseDown={(event) => {
          if (!event.shiftKey) return
          event.preventDefault()
          event.currentTarget.focus()
        }}
        onClick={(event) => {
          event.preventDefault() // ticked here, with what Shift adds
          table.options.meta?.onTick(row.id, !row.getIsSelected(), event.shiftKey)
        }}
      />
    ),
  }),
  helper.accessor('created_at', {
    id: 'created',
    meta: { width: 'w-[9.75rem]', card: 'max-xl:order-last max-xl:text-xs' },
    cell: ({ getValue }) => (
      <time dateTime={getValue()} className="text-muted-foreground tabular-nums">
        {formatTimestamp(getValue())}
      </time>
    ),
  }),
  helper.accessor('name', {
    // What stands under the name reaches into the next column.
    meta: { width: 'w-[9.75rem]', card: 'max-xl:order-first max-xl:w-full', isWhole: true },
    cell: ({ row, table }) => (
      <>
        <RequestLink
          id={row.original.id}
          className="relative block max-w-full truncate rounded text-left text-inherit no-underline hover:underline max-xl:max-w-[calc(100%-7.5rem)]"
        >
          <Cut text={row.original.name} max={20} />
        </RequestLink>
        <UnderName request={row.original} meta={table.options.meta} />
      </>
    ),
  }),
  helper.accessor('email', {
    meta: { width: 'w-[9.75rem]', card: 'max-xl:order-1 max-xl:w-full' },
    cell: ({ getValue }) => (
      <span className="text-muted-foreground">
        <Cut text={getValue()} max={20} />
      </span>
    ),
  }),
  helper.accessor('type', {
    meta: { width: 'w-16', card: 'max-xl:order-4 max-xl:text-xs max-xl:text-muted-foreground' },
    cell: ({ getValue }) => titleOf(getValue()),
  }),
  helper.accessor((request) => (request.type === 'booking' ? request.date : null), {
    id: 'date',
    meta: { width: 'w-[8.25rem]', card: line },
    cell: ({ getValue, row }) => {
      const date = getValue()
      if (date === null) return <Nothing />
      const isClosed = row.original.type === 'booking' && row.original.is_on_closed_date
      return isClosed ? (
        <ClosedDateMark date={date} />
      ) : (
        <span className="tabular-nums">{formatDate(date)}</span>
      )
    },
  }),
  helper.accessor((request) => (request.type === 'booking' ? request.start_time : null), {
    id: 'time',
    meta: { width: 'w-[8.75rem]', card: line },
    cell: ({ row: { original } }) =>
      original.type === 'booking' ? (
        <span className="whitespace-nowrap tabular-nums">
          {formatTimeRange(original.start_time, original.end_time)}
        </span>
      ) : (
        <Nothing />
      ),
  }),
  helper.accessor('status', {
    meta: { width: 'w-[5.75rem]', card: 'max-xl:absolute max-xl:top-3 max-xl:right-12', isWhole: true },
    cell: ({ getValue }) => <StatusBadge status={getValue()} />,
  }),
  helper.accessor('message', {
    meta: { width: 'w-54', card: 'max-xl:order-3 max-xl:w-full' },
    cell: ({ getValue }) => {
      const message = getValue()
      return message === null ? <Nothing /> : <Cut text={message.replace(/\s+/g, ' ')} max={30} />
    },
  }),
  helper.display({
    id: 'actions',
    meta: { width: 'w-10', card: 'max-xl:absolute max-xl:top-1.5 max-xl:right-2', isWhole: true },
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
