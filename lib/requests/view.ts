/** How the admin looks at the list, kept in the URL: search, filters, order and page. Junk in the URL is ignored. */
import { bookingStatuses, inquiryStatuses, type Status } from './request'
import { type SortColumn, sortColumns } from './table'

/** Rows on a page, to choose from. */
export const pageSizes = [25, 50, 100] as const

/** What the list can be narrowed to. */
export const filters = {
  type: ['booking', 'inquiry'],
  status: [...bookingStatuses, ...inquiryStatuses],
} as const

export interface TableView {
  q: string
  type: 'booking' | 'inquiry' | null
  status: Status | null
  sort: SortColumn
  descending: boolean
  /** From 1. */
  page: number
  size: (typeof pageSizes)[number]
}

/** Newest first (spec 9). */
export const defaultView: TableView = {
  q: '',
  type: null,
  status: null,
  sort: 'created',
  descending: true,
  page: 1,
  size: 25,
}

type Params = Record<string, string | string[] | undefined>

/** The view a URL asks for. */
export function readView(params: Params): TableView {
  const text = (key: string) => (typeof params[key] === 'string' ? params[key] : '')
  const [, minus, column] = /^(-?)(.*)$/s.exec(text('sort')) ?? []
  const sort = sortColumns.find((name) => name === column)
  const page = Number(text('page'))
  return {
    q: text('q').slice(0, 200),
    type: filters.type.find((type) => type === text('type')) ?? null,
    status: filters.status.find((status) => status === text('status')) ?? null,
    sort: sort ?? defaultView.sort,
    descending: sort ? minus === '-' : defaultView.descending,
    page: Number.isInteger(page) && page > 0 && page < 1e6 ? page : 1,
    size: pageSizes.find((size) => String(size) === text('size')) ?? defaultView.size,
  }
}

/** A URL's query with this view in place of the one it had; what is as by default is left out, other parameters stay. */
export function writeView(view: TableView, search: string): string {
  const params = new URLSearchParams(search)
  const byDefault = view.sort === 'created' && view.descending
  const values = {
    q: view.q,
    type: view.type ?? '',
    status: view.status ?? '',
    sort: byDefault ? '' : (view.descending ? '-' : '') + view.sort,
    page: view.page === 1 ? '' : String(view.page),
    size: view.size === defaultView.size ? '' : String(view.size),
  }
  for (const [key, value] of Object.entries(values)) {
    params.delete(key) // so that one view has one URL, whichever way it was reached
    if (value) params.set(key, value)
  }
  const query = params.toString()
  return query && `?${query}`
}

/** The order after choosing a column: the same one flips, another starts ascending (spec 9). */
export function sortBy(view: TableView, column: SortColumn): TableView {
  const descending = view.sort === column ? !view.descending : false
  return { ...view, sort: column, descending, page: 1 }
}
