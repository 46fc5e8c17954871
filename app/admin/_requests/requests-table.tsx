'use client'

import { ArrowDown, ArrowUp } from 'lucide-react'
import type { AdminRequest } from '@/lib/requests/request'
import { type SortColumn, sortColumns, type TableRow } from '@/lib/requests/table'
import { sortBy, type TableView } from '@/lib/requests/view'
import { cn } from '@/lib/utils'
import { cardPlaces, cellContent, columnTitles, columnWidths, isEmpty } from './columns'
import type { ChangeView } from './use-table-view'

interface RequestsTableProps {
  rows: TableRow[]
  view: TableView
  onView: ChangeView
  onOpen: (request: AdminRequest) => void
  /** Hears which row holds the focus; null when none does. */
  onFocusRow: (id: string | null) => void
  /** What stands in place of rows when there are none. */
  emptyText: string
}

/**
 * The records of one page, a line each. Below 1280 px each row becomes a card; the roles are written out because a table that is laid out
 * otherwise is no table to assistive technology.
 */
export function RequestsTable({ rows, view, onView, onOpen, onFocusRow, emptyText }: RequestsTableProps) {
  return (
    <table
      role="table"
      aria-label="Bookings and inquiries"
      className="w-full table-fixed text-sm max-xl:block"
    >
      <thead role="rowgroup" className="max-xl:hidden">
        <tr role="row" className="border-b border-border">
          {sortColumns.map((column) => (
            <Heading
              key={column}
              column={column}
              view={view}
              onSort={() => onView((view) => sortBy(view, column))}
            />
          ))}
        </tr>
      </thead>
      <tbody
        role="rowgroup"
        className="max-xl:grid max-xl:grid-cols-1 max-xl:gap-2 md:max-xl:grid-cols-2"
        onFocus={(event) => onFocusRow(event.target.closest('tr')?.dataset.id ?? null)}
        onBlur={() => onFocusRow(null)}
      >
        {rows.map(({ request }) => (
          <Row key={request.id} request={request} onOpen={() => onOpen(request)} />
        ))}
        {rows.length === 0 && (
          <tr role="row" className="col-span-full max-xl:block">
            <td
              role="cell"
              colSpan={sortColumns.length}
              className="py-10 text-center text-muted-foreground max-xl:block"
            >
              {emptyText}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

function Heading({ column, view, onSort }: { column: SortColumn; view: TableView; onSort: () => void }) {
  const active = view.sort === column
  const Arrow = view.descending ? ArrowDown : ArrowUp
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={active ? (view.descending ? 'descending' : 'ascending') : undefined}
      className={cn('text-left font-medium whitespace-nowrap', columnWidths[column])}
    >
      <button
        type="button"
        onClick={onSort}
        className={cn(
          'flex w-full items-center gap-1 rounded px-2 py-2 hover:bg-muted',
          active ? 'text-foreground' : 'text-muted-foreground',
        )}
      >
        {columnTitles[column]}
        <Arrow aria-hidden className={cn('size-3.5', !active && 'opacity-0')} />
      </button>
    </th>
  )
}

function Row({ request, onOpen }: { request: AdminRequest; onOpen: () => void }) {
  return (
    <tr
      role="row"
      data-id={request.id}
      className={cn(
        'border-b border-border/70 hover:bg-muted/60',
        'max-xl:relative max-xl:flex max-xl:flex-wrap max-xl:content-start max-xl:gap-x-2 max-xl:gap-y-0.5 max-xl:rounded-lg max-xl:border max-xl:bg-card max-xl:p-3',
      )}
    >
      {sortColumns.map((column) => (
        <td
          key={column}
          role="cell"
          className={cn(
            'align-baseline [overflow-wrap:anywhere] xl:px-2 xl:py-2',
            cardPlaces[column],
            isEmpty(column, request) && 'max-xl:hidden',
          )}
        >
          <span className={column === 'created' ? 'mr-1 xl:hidden' : 'sr-only xl:hidden'}>
            {columnTitles[column]}
          </span>
          {column === 'name' ? (
            <button
              type="button"
              onClick={onOpen}
              className="max-w-full rounded text-left font-semibold text-brand underline decoration-brand/40 underline-offset-3 hover:decoration-current xl:relative xl:block xl:truncate"
            >
              {cellContent(column, request)}
            </button>
          ) : (
            <span className="xl:relative xl:block xl:truncate">{cellContent(column, request)}</span>
          )}
        </td>
      ))}
    </tr>
  )
}
