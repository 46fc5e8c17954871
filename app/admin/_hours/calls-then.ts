import type { DateRange } from '@/lib/hours/schema'
import { formatShortDate } from '@/lib/dates'
import {
  type ClosedCall,
  countPeople,
  describeCalls,
  isToAsk,
  listClosedCalls,
} from '@/lib/requests/closed-calls'
import { listPath, searchFor, tabAddress } from '@/lib/requests/address'

// The second line of a toast, and the list behind its button 'See them'.

const isIn = (ranges: DateRange[]) => (call: ClosedCall) =>
  ranges.some(({ from, to }) => call.date >= from && call.date <= to)

/** After closing dates: the calls there that nobody has decided about. */
export async function findToAsk(...ranges: DateRange[]) {
  // A failed read does not matter: the dates are closed, and the news counts these calls anyway.
  const calls = (await listClosedCalls().catch(() => [])).filter(isIn(ranges)).filter(isToAsk)
  const [from, to] = [calls[0]?.date, calls.at(-1)?.date]
  if (!from || !to) return {}
  const dates = [...new Set(calls.map(({ date }) => formatShortDate(date)))].join(', ')
  const detail = `${describeCalls(calls)} ${ranges.length > 1 ? `on ${dates}` : 'then'}. Nobody is told by that.`
  return { detail, list: listPath(tabAddress('on_closed_date', { from, to })) }
}

/** Before opening dates: the visitors who were asked for another time and have not answered. */
export async function findAsked(ranges: DateRange[]) {
  const calls = (await listClosedCalls()).filter(isIn(ranges)).filter(({ is_asked }) => is_asked)
  const [from, to] = [calls[0]?.date, calls.at(-1)?.date]
  if (!from || !to) return {}
  const people = countPeople(calls)
  const detail = `${people} ${people === '1 person' ? 'was asked and has' : 'were asked and have'} not answered`
  const day = formatShortDate(from).slice(4).toLowerCase() // '10 dec'
  const list = from === to ? searchFor(tabAddress('all'), day) : tabAddress('upcoming', { from, to })
  return { detail, list: listPath(list) }
}
