'use client'

import { ArrowDown, ArrowUp } from 'lucide-react'
import type { AdminRequest } from '@/lib/requests/request'
import { type SortColumn, sortColumns, type TableRow } from '@/lib/requests/table'
import { sortBy, type TableView } from '@/lib/requests/view'
import { cn } from '@/lib/utils'
import { cellContent, columnTitles } from './columns'

interface RequestsTableProps {
  rows: TableRow[]
  view: TableView
  onView: (view: TableView) => void
  onOpen: (request: AdminRequest) => void
  /** Hears which row holds the focus; null when none does. */
  onFocusRow: (id: string | null) => void
  /** What stands in place of rows when there are none. */
  emptyText: string
}

/**
 * The records of one page. On a small screen each row becomes a card; the roles are written out because a table that is laid out otherwise
 * is no table to assistive technology.
 */
export function RequestsTable({ rows, view, onView, onOpen, onFocusRow, emptyText }: RequestsTableProps) {
  return (
    <table role="table" aria-label="Bookings and inquiries" className="w-full text-sm max-lg:block">
      <thead role="rowgroup" className="max-lg:hidden">
        <tr role="row" className="border-b border-border">
          {sortColumns.map((column) => (
            <Heading key={column} column={column} view={view} onSort={() => onView(sortBy(view, column))} />
          ))}
        </tr>
      </thead>
      <tbody
        role="rowgroup"
        className="max-lg:grid max-lg:gap-2"
        onFocus={(event) => onFocusRow(event.target.closest('tr')?.dataset.id ?? null)}
        onBlur={() => onFocusRow(null)}
      >
        {rows.map(({ request }) => (
          <Row key={request.id} request={request} onOpen={() => onOpen(request)} />
        ))}
        {rows.length === 0 && (
          <tr role="row" className="max-lg:block">
            <td
              role="cell"
              colSpan={sortColumns.length}
              className="py-10 text-center text-muted-foreground max-lg:block"
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
      className="text-left font-medium whitespace-nowrap"
    >
      <button
        type="button"
        onClick={onSort}
        className={cn(
          'flex w-full items-center gap-1 rounded px-2.5 py-2 hover:bg-muted',
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
        'max-lg:grid max-lg:grid-cols-[5rem_1fr] max-lg:gap-x-3 max-lg:gap-y-1 max-lg:rounded-lg max-lg:border max-lg:p-3',
      )}
    >
      {sortColumns.map((column) => (
        <td
          key={column}
          role="cell"
          className={cn(
            'px-2.5 py-2 align-baseline max-lg:contents',
            column !== 'message' && 'whitespace-nowrap',
          )}
        >
          <span className="text-muted-foreground lg:hidden">{columnTitles[column]}</span>
          <span className="min-w-0 [overflow-wrap:anywhere] max-lg:whitespace-normal">
            {column === 'name' ? (
              <button
                type="button"
                onClick={onOpen}
                className="rounded text-left font-semibold text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-current"
              >
                {cellContent(column, request)}
              </button>
            ) : (
              cellContent(column, request)
            )}
          </span>
        </td>
      ))}
    </tr>
  )
}
