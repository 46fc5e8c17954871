import {
  metaHelper,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import type { AdminRequest, Status } from '@/lib/requests/request'

/** Class names of a column. */
interface ColumnMeta {
  /** The width of the column; the message takes the rest. */
  width: string
  /** The position in a card: below 1280 px each row is one. */
  card: string
}

/** What the controls in the cells need. */
interface TableMeta {
  onOpen: (request: AdminRequest) => void
  onStatus: (requests: AdminRequest[], status: Status) => void
  /** The kind whose rows can be selected together: of what is selected, else of the first row. */
  selectable: AdminRequest['type'] | undefined
}

/** The features of TanStack Table that the list uses. Postgres does the sorting and the paging. */
export const features = tableFeatures({
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  columnMeta: metaHelper<ColumnMeta>(),
  tableMeta: metaHelper<TableMeta>(),
})
