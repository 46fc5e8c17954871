/** How the admin looks at the list, kept in the URL: view, search, filters, order, page and the open record. Junk in it is ignored. */
import { bookingStatuses, inquiryStatuses, type Status } from './request'

/** The lists people ask for; the database counts each. */
export const views = ['all', 'to_answer', 'upcoming', 'past', 'archived'] as const
export type View = (typeof views)[number]

/** The columns, in the order shown. Each sorts. */
export const sortColumns = ['created', 'name', 'email', 'type', 'date', 'time', 'status', 'message'] as const
export type SortColumn = (typeof sortColumns)[number]

/** Rows on a page, to choose from. */
export const pageSizes = [25, 50, 100] as const

/** What the list can be narrowed to. */
export const filters = {
  type: ['booking', 'inquiry'],
  status: [...bookingStatuses, ...inquiryStatuses],
} as const

export interface RequestsView {
  view: View
  q: string
  type: 'booking' | 'inquiry' | null
  status: Status | null
  sort: SortColumn
  descending: boolean
  /** From 1. */
  page: number
  size: (typeof pageSizes)[number]
  /** The record whose dialog is open. */
  id: string | null
}

/** The longest search that the database takes, in characters. */
export const LONGEST_SEARCH = 200

type Params = Record<string, string | string[] | undefined>

/** The view a URL asks for. */
export function readView(params: Params): RequestsView {
  const text = (key: string) => (typeof params[key] === 'string' ? params[key] : '')
  const view = views.find((name) => name === text('view')) ?? 'all'
  const [, minus, column] = /^(-?)(.*)$/s.exec(text('sort')) ?? []
  const sort = sortColumns.find((name) => name === column)
  const page = Number(text('page'))
  return {
    view,
    q: [...text('q')].slice(0, LONGEST_SEARCH).join(''),
    type: filters.type.find((type) => type === text('type')) ?? null,
    status: filters.status.find((status) => status === text('status')) ?? null,
    ...(sort ? { sort, descending: minus === '-' } : usualOrder(view)),
    page: Number.isInteger(page) && page > 0 && page < 1e6 ? page : 1,
    size: pageSizes.find((size) => String(size) === text('size')) ?? pageSizes[0],
    id: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text('id')) ? text('id') : null,
  }
}

/** The query of a URL that shows this view, '' or beginning with '?'; what is as by default is left out. Other parameters of `search` stay. */
export function writeView(view: RequestsView, search = ''): string {
  const usual = usualOrder(view.view)
  const asUsual = view.sort === usual.sort && view.descending === usual.descending
  const params = new URLSearchParams(search)
  const values = {
    view: view.view === 'all' ? '' : view.view,
    q: view.q,
    type: view.type,
    status: view.status,
    sort: asUsual ? '' : (view.descending ? '-' : '') + view.sort,
    page: view.page === 1 ? '' : String(view.page),
    size: view.size === pageSizes[0] ? '' : String(view.size),
    id: view.id,
  }
  for (const [key, value] of Object.entries(values)) {
    params.delete(key) // so that one view has one URL, whichever way it was reached
    if (value) params.set(key, value)
  }
  const query = params.toString()
  return query && `?${query}`
}

/** The order after choosing a column: the same one flips, another starts ascending. */
export function sortBy(view: RequestsView, column: SortColumn): RequestsView {
  const descending = view.sort === column ? !view.descending : false
  return { ...view, sort: column, descending, page: 1 }
}

/** The view after choosing a list: its first page in its usual order. Search and filters go, which would hide what was asked for. */
export function chooseView(view: RequestsView, chosen: View): RequestsView {
  return { ...view, view: chosen, q: '', type: null, status: null, page: 1, ...usualOrder(chosen) }
}

/** Newest first; calls to come soonest first. */
function usualOrder(view: View): Pick<RequestsView, 'sort' | 'descending'> {
  return view === 'upcoming' ? { sort: 'date', descending: false } : { sort: 'created', descending: true }
}
