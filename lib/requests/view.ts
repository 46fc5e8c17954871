/**
 * The state of the admin's list, which is kept in the URL: view, search, filters, sorting, page and
 * the open request. Invalid values are ignored.
 */
import { cleanLine } from '../text'
import { type AdminRequest, bookingStatuses, inquiryStatuses, outcomes } from './request'

/**
 * The list's tabs, each with its title and the order that it begins with: newest first, the soonest
 * call first, or by turn: what is due first while it is ours, else who has waited longest. `list_requests` says which requests are in
 * each; `closed` has the calls whose visitors were told that their date is closed.
 */
export const views = {
  all: { title: 'All', order: '-created' },
  to_answer: { title: 'To answer', order: 'turn' },
  their_turn: { title: 'Waiting for them', order: 'turn' },
  closed: { title: 'Told, not moved yet', order: 'date' },
  upcoming: { title: 'Upcoming', order: 'date' },
  past: { title: 'Past', order: '-created' },
  archived: { title: 'Archived/cancelled', order: '-created' },
} as const
export type View = keyof typeof views
export const viewNames = Object.keys(views) as View[]

/** The columns in the order shown. The list can be sorted by each. */
export const sortColumns = ['created', 'name', 'email', 'type', 'date', 'time', 'status', 'message'] as const
export type SortColumn = (typeof sortColumns)[number]

/** By each column in both directions; '-created' is newest first. */
export const orders = [...sortColumns, 'turn' as const].flatMap((column) => [column, `-${column}`] as const)

/** The page sizes to choose from, in rows. The first is the default. */
export const pageSizes = [25, 50, 100] as const

/** The values of the list's filters. A fourth one shows what the viewer looks after. */
export const filters = {
  type: ['booking', 'inquiry'],
  status: [...bookingStatuses, ...inquiryStatuses],
  /**
   * What came of past calls, 'none' is not known yet; or of offers: 'quoted' is one that was sent, and
   * neither accepted nor declined or withdrawn.
   */
  outcome: ['none', ...outcomes, 'quoted', 'won'],
} as const

/** What the list shows: `page` counts from 1, `id` is the request whose dialog is open. */
export type RequestsView = ReturnType<typeof readView>

/** One page of the list, with its totals. */
export interface RequestPage {
  rows: AdminRequest[]
  /** How many requests match the view, the filters and the search, on all pages together. */
  total: number
  counts: RequestCounts
}

/** How many requests there are in each view and of some statuses, ignoring search and filters. */
export type RequestCounts = Record<View | 'overdue' | 'pending' | 'new' | 'bookings' | 'inquiries', number>

/** The longest search that `list_requests` accepts, in characters. */
export const LONGEST_SEARCH = 200

/** Cleans a search and cuts it to the length that the database accepts. */
export function cleanSearch(typed: string): string {
  return [...cleanLine(typed)].slice(0, LONGEST_SEARCH).join('')
}

/** A page's `searchParams`. */
export type Params = Record<string, string | string[] | undefined>

/** Reads the view from a page's `searchParams`; without one it is all, newest first. */
export function readView(params: Params) {
  const text = (key: string) => (typeof params[key] === 'string' ? params[key] : '')
  const view = viewNames.find((name) => name === text('view')) ?? 'all'
  const page = Number(text('page'))
  return {
    view,
    q: cleanSearch(text('q')),
    type: filters.type.find((type) => type === text('type')) ?? null,
    status: filters.status.find((status) => status === text('status')) ?? null,
    owner: text('owner') === 'mine' ? ('mine' as const) : null,
    outcome: filters.outcome.find((outcome) => outcome === text('outcome')) ?? null,
    sort: orders.find((order) => order === text('sort')) ?? views[view].order,
    page: Number.isInteger(page) && page > 0 && page < 1e6 ? page : 1,
    size: pageSizes.find((size) => String(size) === text('size')) ?? pageSizes[0],
    id: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text('id')) ? text('id') : null,
  }
}

/**
 * The query string that {@link readView} reads back, with the view and without default values of the
 * rest. Other parameters of `search` are kept.
 */
export function writeView(view: RequestsView, search = ''): string {
  const params = new URLSearchParams(search)
  const values = {
    view: view.view,
    q: view.q,
    type: view.type,
    status: view.status,
    owner: view.owner,
    outcome: view.outcome,
    sort: view.sort === views[view.view].order ? '' : view.sort,
    page: view.page === 1 ? '' : String(view.page),
    size: view.size === pageSizes[0] ? '' : String(view.size),
    id: view.id,
  }
  for (const [key, value] of Object.entries(values)) {
    params.delete(key) // set again at the end, so that one view always has the same URL
    if (value) params.set(key, value)
  }
  return `?${params}`
}

/**
 * Sorts by a column: choosing the same one again flips the direction, another one starts ascending.
 * Shows the first page.
 */
export function sortBy(view: RequestsView, column: SortColumn): RequestsView {
  return { ...view, sort: view.sort === column ? `-${column}` : column, page: 1 }
}

/**
 * Chooses a tab: its first page in its default order. Search and filters are cleared, because they
 * would hide requests of the tab.
 */
export function chooseView(view: RequestsView, chosen: View): RequestsView {
  return {
    ...view,
    ...{ view: chosen, q: '', type: null, status: null, owner: null, outcome: null },
    ...{ page: 1, sort: views[chosen].order },
  }
}
