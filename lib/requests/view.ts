/**
 * The state of the admin's list in the URL: tab, search, filters, order and page. Reading the state ignores
 * invalid values.
 */
import { dateAt, siteDate } from '../dates'
import { paths } from '../paths'
import { cleanLine } from '../text'
import { type AdminRequest, bookingStatuses, inquiryStatuses, outcomes } from './request'

/**
 * The tabs of the list, each with its title, a sentence on its requests and its first order: newest first
 * (`-created`), the soonest call first (`date`), or `turn`: by due time while it is the studio's turn, else the
 * longest wait first. A tab other than `all` shows the requests for which the column `is_<tab>` of the view `admin_requests` is
 * true.
 */
export const views = {
  all: { title: 'All', order: '-created', holds: 'Every booking and message comes here.' },
  to_answer: {
    title: 'To answer',
    order: 'turn',
    holds: 'A request comes here when somebody waits for your answer.',
  },
  their_turn: {
    title: 'Waiting for them',
    order: 'turn',
    holds: 'A request comes here when it is their turn: you have answered and wait for them.',
  },
  upcoming: {
    title: 'Upcoming',
    order: 'date',
    holds: 'A call stands here from its booking to the end of its day.',
  },
  past: { title: 'Past', order: '-created', holds: 'A call comes here after its day.' },
  archived: {
    title: 'Archived/cancelled',
    order: '-created',
    holds: 'A message comes here when you archive it, a call when it is cancelled.',
  },
  on_closed_date: {
    title: 'On a closed date',
    order: 'date',
    holds: 'A call stands here while its date is closed.',
  },
} as const
export type View = keyof typeof views
export const viewNames = Object.keys(views) as View[]

/** The columns of the list, in order. Each can sort the list. */
export const sortColumns = ['created', 'name', 'email', 'type', 'date', 'time', 'status', 'message'] as const
export type SortColumn = (typeof sortColumns)[number]

/** The column of `admin_requests` by which a list is sorted. A tab in order of dates sorts a day's calls by time. */
export function columnOf({ sort, view, q }: Pick<RequestsView, 'sort' | 'view' | 'q'>) {
  const column = sort.replace('-', '') as SortColumn | 'turn'
  return column === 'date' && views[view].order === 'date' && !q ? 'starts' : sortKeys[column]
}

const sortKeys = {
  created: 'created_at',
  name: 'name_key',
  email: 'email_key',
  type: 'type',
  date: 'starts_date',
  time: 'starts_time',
  status: 'status',
  message: 'message_key',
  turn: 'turn_key',
} as const satisfies Record<SortColumn | 'turn', string>

/** Each column in both directions: 'created' is oldest first, '-created' newest first. */
export const orders = [...sortColumns, 'turn' as const].flatMap((column) => [column, `-${column}`] as const)

type Order = (typeof orders)[number]

/** The number of rows on a page of the list. */
export const PAGE_SIZE = 25

/** The values of three filters of the list. A fourth filter, `owner`, shows the viewer's own requests. */
export const filters = {
  type: ['booking', 'inquiry'],
  status: [...bookingStatuses, ...inquiryStatuses],
  /**
   * The outcomes of past calls ('undecided': none yet) and of offers ('quoted': sent, and not accepted,
   * declined or withdrawn; it may have expired).
   */
  outcome: ['undecided', ...outcomes, 'quoted', 'won'],
} as const

/** The state of the list. `page` counts from 1. */
export interface RequestsView {
  view: View
  q: string
  type: (typeof filters.type)[number] | null
  status: (typeof filters.status)[number] | null
  owner: 'mine' | null
  outcome: (typeof filters.outcome)[number] | null
  /** The first and the last date of the calls (`YYYY-MM-DD`), or both null. */
  from: string | null
  to: string | null
  sort: Order
  page: number
}

export interface RequestPage {
  rows: AdminRequest[]
  /** The number of requests on all pages that match the tab, the filters and the search. */
  total: number
  /** The number that match the search alone; null without both a search and filters. */
  totalUnfiltered: number | null
  counts: RequestCounts
}

/**
 * The number of requests in each tab and with some statuses, without search and filters. `readAt` is a time before
 * the first read of the page, in milliseconds on the database's clock.
 */
export type RequestCounts = Record<
  View | 'overdue' | 'pending' | 'new' | 'bookings' | 'inquiries' | 'readAt',
  number
>

/** The most characters of a search that `search_patterns` accepts. */
export const MAX_SEARCH = 200

/** Cleans a search text and cuts it to the length that the database accepts. */
export function cleanSearch(typed: string): string {
  return [...cleanLine(typed)].slice(0, MAX_SEARCH).join('')
}

export type Params = Record<string, string | string[] | undefined>

/** Reads the list's state from a page's `searchParams`. The default is all requests, newest first. */
export function readView(params: Params): RequestsView {
  const text = (key: string) => (typeof params[key] === 'string' ? params[key] : '')
  const view = viewNames.find((name) => name === text('view')) ?? 'all'
  const q = cleanSearch(text('q'))
  const page = Number(text('page'))
  const [from, to] = [siteDate(text('from'), dateAt()), siteDate(text('to'), dateAt())]
  return {
    view,
    q,
    type: filters.type.find((type) => type === text('type')) ?? null,
    status: filters.status.find((status) => status === text('status')) ?? null,
    owner: text('owner') === 'mine' ? 'mine' : null,
    outcome: filters.outcome.find((outcome) => outcome === text('outcome')) ?? null,
    from: to && from,
    to: from && to,
    sort: orders.find((order) => order === text('sort')) ?? orderOf({ view, q }),
    page: Number.isInteger(page) && page > 0 && page < 1e6 ? page : 1,
  }
}

/**
 * The query string for {@link readView}: the tab, and every other value that is not the default. Keeps the
 * other parameters of `search`.
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
    from: view.from,
    to: view.to,
    sort: view.sort === orderOf(view) ? '' : view.sort,
    page: view.page === 1 ? '' : String(view.page),
  }
  for (const [key, value] of Object.entries(values)) {
    params.delete(key) // the end sets it again, so that one view always has the same URL
    if (value) params.set(key, value)
  }
  return `?${params}`
}

/** The path of a list. A link to it also shows it, below the other parts of the page. */
export const listPath = (view: RequestsView) => `${paths.admin}${writeView(view)}#requests`

/** The first order of a list. A search ignores the tab, so it has the order of the tab 'All'. */
function orderOf({ view, q }: Pick<RequestsView, 'view' | 'q'>): Order {
  return q ? views.all.order : views[view].order
}

/** Searches all requests. An empty search returns to the tab. */
export function searchFor(view: RequestsView, q: string): RequestsView {
  const found = { ...view, q, from: null, to: null, page: 1 }
  return view.sort === orderOf(view) ? { ...found, sort: orderOf(found) } : found
}

/** True if the list has a filter besides the search. */
export function isFiltered({ type, status, owner, outcome, from }: RequestsView): boolean {
  return [type, status, owner, outcome, from].some(Boolean)
}

/** The text of a list without rows. `hint` says which requests an empty tab gets. */
export function describeEmpty(
  view: RequestsView,
  counts: Pick<RequestCounts, 'all'>,
): { text: string; hint?: string } {
  if (view.q || (isFiltered(view) && counts.all > 0)) return { text: 'No records match your search' }
  if (counts.all === 0) return { text: 'No records found' }
  return { text: 'No requests here', hint: views[view.view].holds }
}

/** The first page of the list without its filters. */
export function withoutFilters(view: RequestsView): RequestsView {
  return { ...view, type: null, status: null, owner: null, outcome: null, from: null, to: null, page: 1 }
}

/**
 * Sorts by a column and goes to the first page. Sorting by the same column again reverses the order; another
 * column starts ascending.
 */
export function sortBy(view: RequestsView, column: SortColumn): RequestsView {
  return { ...view, sort: view.sort === column ? `-${column}` : column, page: 1 }
}

/**
 * Opens a tab at its first page, in its first order. Clears search and filters, because they would hide some
 * of the tab's requests.
 */
export function chooseView(view: RequestsView, chosen: View): RequestsView {
  return { ...withoutFilters(view), view: chosen, q: '', sort: views[chosen].order }
}

/** A tab in its first order, only with the calls on `dates`. */
export function viewOf(view: View, dates?: Pick<RequestsView, 'from' | 'to'>): RequestsView {
  return { ...chooseView(readView({}), view), ...dates }
}
