import 'server-only'
import { accessErrorOr, getViewer } from '../supabase/auth'
import { sessionClient, type SessionClient } from '../supabase/server'
import type { AdminRequest } from './request'
import {
  columnOf,
  PAGE_SIZE,
  isFiltered,
  type RequestCounts,
  type RequestPage,
  type ListAddress,
  withoutFilters,
} from './address'

// Row-level security shows these rows only to admins. Each function throws the database server's error, or an
// `AccessError` if the database reports that the caller is no admin.

const columns =
  'type, id, name, email, message, status, created_at, date, start_time, end_time, phone, package, fit, price_seen, ' +
  'cancel_reason, cancel_message, owner, outcome, turn_reason, theirs_from, ours_from, over_from, due_at, revision, is_on_closed_date, is_proposed'

/** If the page number is too high, reads the last page. */
export async function listRequests(address: ListAddress): Promise<RequestPage> {
  const began = performance.now()
  const supabase = await sessionClient()
  return readPage(supabase, address, address.owner ? (await getViewer())?.id : undefined, began)
}

export async function readPage(
  supabase: SessionClient,
  address: ListAddress,
  owner?: string,
  began = performance.now(),
): Promise<RequestPage> {
  const patterns = address.q ? await searchPatterns(supabase, address.q) : []
  const [{ ids, total }, totalUnfiltered] = await Promise.all([
    findPage(supabase, address, patterns, owner),
    address.q && isFiltered(address) ? countAll(supabase, withoutFilters(address), patterns) : null,
  ])
  // Counts last: if the page is empty because the session has just ended, `count_views` fails.
  const [rows, counts] = await Promise.all([readRows(supabase, ids), countTabs(supabase, began)])
  return { rows, total, totalUnfiltered, counts }
}

async function searchPatterns(supabase: SessionClient, query: string): Promise<string[]> {
  const { data, error } = await supabase.rpc('search_patterns', { p_query: query }).retry(false)
  if (error) throw accessErrorOr(error)
  return data
}

/** A page calls this before it awaits its first read, so that `readAt` is right. */
export async function countRequests(): Promise<RequestCounts> {
  const began = performance.now()
  return countTabs(await sessionClient(), began)
}

/** A lower bound of the database's clock minus `performance.now()`, in milliseconds, and when it was found. */
let clock = -Infinity
let clockAt = 0

async function countTabs(supabase: SessionClient, began: number): Promise<RequestCounts> {
  const { data, error } = await supabase.rpc('count_views').retry(false)
  if (error) throw accessErrorOr(error)
  const { read_at, ...counts } = data as Omit<RequestCounts, 'readAt'> & { read_at: string }
  const now = performance.now()
  // The fastest response gives the best bound. It falls by a thousandth of the time, because clocks drift.
  clock = Math.max(Date.parse(read_at) - now, clock - (now - clockAt) / 1_000)
  clockAt = now
  // Realtime cuts the time of a commit to the millisecond.
  return { ...counts, readAt: Math.floor(began + clock) } as RequestCounts
}

const RANGE_NOT_SATISFIABLE = 'PGRST103'

/** The rows follow by id: otherwise the database would read the texts of all skipped rows. */
async function findPage(
  supabase: SessionClient,
  address: ListAddress,
  patterns: string[],
  owner?: string,
): Promise<{ ids: string[]; total: number }> {
  const from = (address.page - 1) * PAGE_SIZE
  const column = columnOf(address)
  const { data, count, error } = await filtered(supabase, address, patterns, owner)
    // created_at is never null. Without `nullsFirst`, the order is that of the column's index.
    .order(column, {
      ascending: !address.sort.startsWith('-'),
      nullsFirst: column === 'created_at' ? undefined : false,
    })
    .order('created_at', { ascending: false })
    .order('id')
    .range(from, from + PAGE_SIZE - 1)
    .retry(false)
  if (error?.code === RANGE_NOT_SATISFIABLE && address.page > 1) {
    const total = await countAll(supabase, address, patterns, owner)
    const last = Math.max(1, Math.ceil(total / PAGE_SIZE))
    return findPage(supabase, { ...address, page: last }, patterns, owner)
  }
  if (error) throw error
  return { ids: data.flatMap(({ id }) => id ?? []), total: count ?? 0 }
}

async function countAll(supabase: SessionClient, address: ListAddress, patterns: string[], owner?: string) {
  const { count } = await filtered(supabase, address, patterns, owner).limit(1).retry(false).throwOnError()
  return count ?? 0
}

function filtered(supabase: SessionClient, address: ListAddress, patterns: string[], owner?: string) {
  let query = supabase.from('admin_requests').select('id', { count: 'exact' })
  if (address.tab !== 'all' && patterns.length === 0) query = query.eq(`is_${address.tab}`, true)
  if (address.type) query = query.eq('type', address.type)
  if (address.status) query = query.eq('status', address.status)
  if (address.outcome) query = query.eq(`is_${address.outcome}`, true)
  if (owner) query = query.eq('owner', owner)
  if (address.from && address.to)
    query = query.gte('starts_date', address.from).lte('starts_date', address.to)
  for (const pattern of patterns) query = query.or(matchesWord(pattern))
  return query
}

/**
 * Anywhere in the text fields, but only at the beginning of status or type. PostgREST reads commas and parentheses
 * inside `or`, so each value is quoted; an asterisk is its wildcard and cannot be escaped.
 */
function matchesWord(pattern: string): string {
  const quoted = (text: string) => `"${text.replaceAll('*', '_').replaceAll(/["\\]/g, '\\$&')}"`
  const beginning = quoted(pattern.slice(1))
  return `search_text.like.${quoted(pattern)},status.like.${beginning},type.like.${beginning}`
}

async function readRows(supabase: SessionClient, ids: string[]): Promise<AdminRequest[]> {
  if (ids.length === 0) return []
  const { data } = await supabase
    .from('admin_requests')
    .select(columns)
    .in('id', ids)
    .retry(false)
    .throwOnError()
    .overrideTypes<AdminRequest[], { merge: false }>()
  return ids.flatMap((id) => data.find((row) => row.id === id) ?? [])
}
