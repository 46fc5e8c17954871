'use client'

import {
  columnFilteringFeature,
  createColumnHelper,
  createFilteredRowModel,
  createSortedRowModel,
  type FilterFn,
  rowSortingFeature,
  type SortFn,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import { searchWords, type SortColumn, sortColumns, type TableRow } from '@/lib/requests/table'
import type { TableView } from '@/lib/requests/view'

const features = tableFeatures({
  columnFilteringFeature,
  filteredRowModel: createFilteredRowModel(),
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
})
type Features = typeof features

// Code units, not a locale's order: the keys are folded already, and ten thousand of them sort in a few milliseconds.
const byKey: SortFn<Features, TableRow> = (a, b, column) => {
  const left = a.original.sort[column as SortColumn] ?? ''
  const right = b.original.sort[column as SortColumn] ?? ''
  return left < right ? -1 : left > right ? 1 : 0
}
const holdsEveryWord: FilterFn<Features, TableRow> = (row, _, words: string[]) =>
  words.every((word) => row.original.search.includes(word))
const is: FilterFn<Features, TableRow> = (row, column, value: string) =>
  row.original.sort[column as SortColumn] === value

const mayBeEmpty: SortColumn[] = ['date', 'time', 'message']
const helper = createColumnHelper<Features, TableRow>()
const columns = helper.columns([
  ...sortColumns.map((id) =>
    helper.accessor((row) => row.sort[id], {
      id,
      sortFn: byKey,
      // Asked for where it is needed only: it costs as much again as the comparison.
      sortUndefined: mayBeEmpty.includes(id) ? 'last' : false,
      filterFn: is,
    }),
  ),
  helper.accessor('search', { id: 'search', filterFn: holdsEveryWord }),
])

/**
 * The rows that a view shows, in its order, and how many there are over all its pages. `rows` come newest first. A page past the last is
 * the last. The row named `pinned` is kept at the end when it would fall off the page.
 */
export function useRequestTable(rows: TableRow[], view: TableView, pinned: string | null) {
  const { q, type, status, sort, descending, size } = view
  const state = useMemo(
    () => ({
      columnFilters: [
        ...(q.trim() ? [{ id: 'search', value: searchWords(q) }] : []),
        ...(type ? [{ id: 'type', value: type }] : []),
        ...(status ? [{ id: 'status', value: status }] : []),
      ],
      sorting: [{ id: sort, desc: descending }],
    }),
    [q, type, status, sort, descending],
  )
  const table = useTable({ features, columns, data: rows, getRowId: (row) => row.request.id, state })

  const { rows: matching, rowsById } = table.getSortedRowModel()
  const page = Math.min(view.page, Math.max(1, Math.ceil(matching.length / size)))
  const shown = matching.slice((page - 1) * size, page * size)
  const held = pinned ? rowsById[pinned] : undefined
  if (held && !shown.includes(held)) shown.push(held)
  return { shown: shown.map((row) => row.original), total: matching.length, page }
}
