import { useTable } from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { capitalize } from '@/lib/capitalize'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import type { AdminRequest } from '@/lib/requests/request'
import {
  type describeEmpty,
  type ListAddress,
  sortBy,
  type SortColumn,
  writeAddress,
} from '@/lib/requests/address'
import { cn } from '@/lib/utils'
import { columns, features, type TableMeta } from './columns'

interface DataTableProps extends Omit<TableMeta, 'selectableType'> {
  rows: AdminRequest[]
  /** The ids of the rows that the admin has changed in this list. */
  handledIds: string[]
  /** The tab, the search, the filter and the order, as in the page's URL. */
  address: ListAddress
  onAddress: (address: ListAddress) => void
  selected: Record<string, true>
  onSelected: (selected: Record<string, true>) => void
  empty: ReturnType<typeof describeEmpty>
}

/** Sorted and filtered by the server. Below 1024 px, each row is a card. */
export function DataTable({
  rows,
  handledIds,
  address,
  onAddress,
  selected,
  onSelected,
  empty,
  ...meta
}: DataTableProps) {
  const selectedType = rows.find(({ id }) => selected[id])?.type
  const selectableType = selectedType ?? rows.find(({ id }) => !meta.goneIds.has(id))?.type
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: (request) => request.id,
    defaultColumn: { header: ({ column }) => capitalize(column.id) },
    manualSorting: true,
    state: {
      sorting: [{ id: address.sort.replace('-', ''), desc: address.sort.startsWith('-') }],
      rowSelection: selected,
    },
    // One type only, because a bulk action changes one type.
    enableRowSelection: ({ original }) => !selectedType || original.type === selectedType,
    onRowSelectionChange: (update) => onSelected(typeof update === 'function' ? update(selected) : update),
    meta: { ...meta, selectableType },
  })

  return (
    <Table aria-label="Bookings and inquiries" className="max-lg:@container max-lg:block">
      <TableHeader className="max-lg:hidden">
        {table.getHeaderGroups().map((group) => (
          <TableRow key={group.id} className="border-border">
            {group.headers.map((header) => {
              const { column } = header
              const sorted = column.getIsSorted()
              const Arrow = sorted === 'desc' ? ArrowDown : ArrowUp
              const title = <table.FlexRender header={header} />
              return (
                <TableHead
                  key={header.id}
                  aria-sort={sorted ? (sorted === 'desc' ? 'descending' : 'ascending') : undefined}
                  className={cn(
                    'lg:h-8',
                    !column.getCanSort() && 'px-1.5 first:pl-0',
                    column.columnDef.meta?.width,
                    column.id === 'email' && 'max-xl:hidden',
                  )}
                >
                  {column.getCanSort() ? (
                    <a
                      href={writeAddress(sortBy(address, column.id as SortColumn))}
                      onClick={(event) => {
                        event.preventDefault()
                        onAddress(sortBy(address, column.id as SortColumn))
                      }}
                      className={cn(
                        'flex w-full items-center gap-1 rounded px-1.5 py-1 hover:bg-muted hover:text-foreground',
                        sorted && 'text-foreground',
                      )}
                    >
                      {title}
                      <Arrow aria-hidden className={cn('size-3.5', !sorted && 'opacity-0')} />
                    </a>
                  ) : (
                    title
                  )}
                </TableHead>
              )
            })}
          </TableRow>
        ))}
      </TableHeader>
      <TableBody className="max-lg:grid max-lg:grid-cols-1 max-lg:gap-x-8 max-lg:border-t max-lg:border-border md:max-lg:grid-cols-2">
        {table.getRowModel().rows.map((row) => (
          <TableRow
            key={row.id}
            data-id={row.id}
            data-type={row.original.type}
            data-state={row.getIsSelected() ? 'selected' : undefined}
            data-handled={handledIds.includes(row.id) || undefined}
            onClick={({ target }) => {
              if ((target as Element).closest('a, button, [role=menu]')) return
              // A click that ends a selection of text does not open the row.
              if (getSelection()?.isCollapsed !== false) meta.onOpen(row.original)
            }}
            className={cn(
              'cursor-pointer',
              'hover:bg-muted/50 data-handled:bg-muted data-handled:shadow-[inset_3px_0_0_var(--brand)]',
              'max-lg:relative max-lg:flex max-lg:flex-wrap max-lg:content-start max-lg:items-center max-lg:gap-x-2 max-lg:py-2 max-lg:pl-7',
            )}
          >
            {row.getAllCells().map((cell) => (
              <TableCell
                key={cell.id}
                className={cn(
                  'lg:relative lg:h-9 lg:px-1.5 lg:first:pl-0 lg:last:pr-0',
                  !cell.column.columnDef.meta?.isWhole && 'lg:truncate',
                  cell.column.columnDef.meta?.card,
                )}
              >
                <table.FlexRender cell={cell} />
              </TableCell>
            ))}
          </TableRow>
        ))}
        {rows.length === 0 && (
          <TableRow className="border-0 max-lg:col-span-full max-lg:block">
            <TableCell
              colSpan={columns.length}
              className="py-12 text-center text-muted-foreground max-lg:block"
            >
              <p>{empty.text}</p>
              {empty.hint && <p className="mt-1 text-wrap">{empty.hint}</p>}
            </TableCell>
          </TableRow>
        )}
      </TableBody>
    </Table>
  )
}
