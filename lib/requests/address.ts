import { dateAt, siteDate } from '../dates'
import { paths } from '../paths'
import { cleanLine } from '../text'
import { type AdminRequest, outcomes } from './request'
import { bookingStatuses, inquiryStatuses } from '../statuses'

/**
 * `order` is the tab's first order; in `turn`, the studio's turns come first by due time, then the longest wait. A tab
 * other than `all` shows the requests for which the column `is_<tab>` of the view `admin_requests` is true.
 */
export const tabs = {
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
export type Tab = keyof typeof tabs
export const tabNames = Object.keys(tabs) as Tab[]

export const sortColumns = ['created', 'name', 'email', 'type', 'date', 'time', 'status', 'message'] as const
export type SortColumn = (typeof sortColumns)[number]

/** A tab in order of dates sorts a day's calls by time. */
export function columnOf({ sort, tab, q }: Pick<ListAddress, 'sort' | 'tab' | 'q'>) {
  const column = sort.replace('-', '') as SortColumn | 'turn'
  return column === 'date' && tabs[tab].order === 'date' && !q ? 'starts' : sortKeys[column]
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

/** 'created' is oldest first, '-created' newest first. */
export const orders = [...sortColumns, 'turn' as const].flatMap((column) => [column, `-${column}`] as const)

type Order = (typeof orders)[number]

export const PAGE_SIZE = 25

/** A fourth filter, `owner`, shows the viewer's own requests. */
export const filters = {
  type: ['booking', 'inquiry'],
  status: [...bookingStatuses, ...inquiryStatuses],
  /** 'undecided': none yet. 'quoted': sent, and not accepted, declined or withdrawn; it may have expired. */
  outcome: ['undecided', ...outcomes, 'quoted', 'won'],
} as const

export interface ListAddress {
  tab: Tab
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
  total: number
  /** Matching the search alone; null without both a search and filters. */
  totalUnfiltered: number | null
  counts: RequestCounts
}

/** `readAt` is before the first read of the page, in milliseconds on the database's clock. */
export type RequestCounts = Record<
  Tab | 'overdue' | 'pending' | 'new' | 'bookings' | 'inquiries' | 'readAt',
  number
>

/** As `search_patterns` accepts. */
export const MAX_SEARCH = 200

/** Cut to the length that the database accepts. */
export function cleanSearch(typed: string): string {
  return [...cleanLine(typed)].slice(0, MAX_SEARCH).join('')
}

export type Params = Record<string, string | string[] | undefined>

/** By default all requests, newest first. Ignores invalid values. */
export function readAddress(params: Params): ListAddress {
  const text = (key: string) => (typeof params[key] === 'string' ? params[key] : '')
  const tab = tabNames.find((name) => name === text('view')) ?? 'all'
  const q = cleanSearch(text('q'))
  const page = Number(text('page'))
  const [from, to] = [siteDate(text('from'), dateAt()), siteDate(text('to'), dateAt())]
  return {
    tab,
    q,
    type: filters.type.find((type) => type === text('type')) ?? null,
    status: filters.status.find((status) => status === text('status')) ?? null,
    owner: text('owner') === 'mine' ? 'mine' : null,
    outcome: filters.outcome.find((outcome) => outcome === text('outcome')) ?? null,
    from: to && from,
    to: from && to,
    sort: orders.find((order) => order === text('sort')) ?? orderOf({ tab, q }),
    page: Number.isInteger(page) && page > 0 && page < 1e6 ? page : 1,
  }
}

/** The tab, and every other value that is not the default. Keeps the other parameters of `search`. */
export function writeAddress(address: ListAddress, search = ''): string {
  const params = new URLSearchParams(search)
  const values = {
    view: address.tab,
    q: address.q,
    type: address.type,
    status: address.status,
    owner: address.owner,
    outcome: address.outcome,
    from: address.from,
    to: address.to,
    sort: address.sort === orderOf(address) ? '' : address.sort,
    page: address.page === 1 ? '' : String(address.page),
  }
  for (const [key, value] of Object.entries(values)) {
    params.delete(key) // the end sets it again, so that one address always has the same URL
    if (value) params.set(key, value)
  }
  return `?${params}`
}

export const listPath = (address: ListAddress) => `${paths.admin}${writeAddress(address)}#requests`

/** A search ignores the tab, so it has the order of the tab 'All'. */
function orderOf({ tab, q }: Pick<ListAddress, 'tab' | 'q'>): Order {
  return q ? tabs.all.order : tabs[tab].order
}

export function searchFor(address: ListAddress, q: string): ListAddress {
  const found = { ...address, q, from: null, to: null, page: 1 }
  return address.sort === orderOf(address) ? { ...found, sort: orderOf(found) } : found
}

export function isFiltered({ type, status, owner, outcome, from }: ListAddress): boolean {
  return [type, status, owner, outcome, from].some(Boolean)
}

export function describeEmpty(
  address: ListAddress,
  counts: Pick<RequestCounts, 'all'>,
): { text: string; hint?: string } {
  if (address.q || (isFiltered(address) && counts.all > 0)) return { text: 'No records match your search' }
  if (counts.all === 0) return { text: 'No records found' }
  return { text: 'No requests here', hint: tabs[address.tab].holds }
}

export function withoutFilters(address: ListAddress): ListAddress {
  return { ...address, type: null, status: null, owner: null, outcome: null, from: null, to: null, page: 1 }
}

/** The same column again reverses the order. */
export function sortBy(address: ListAddress, column: SortColumn): ListAddress {
  return { ...address, sort: address.sort === column ? `-${column}` : column, page: 1 }
}

/** Clears search and filters, because they would hide some of the tab's requests. */
export function chooseTab(address: ListAddress, chosen: Tab): ListAddress {
  return { ...withoutFilters(address), tab: chosen, q: '', sort: tabs[chosen].order }
}

export function tabAddress(tab: Tab, dates?: Pick<ListAddress, 'from' | 'to'>): ListAddress {
  return { ...chooseTab(readAddress({}), tab), ...dates }
}
