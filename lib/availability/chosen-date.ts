import { addDays, siteDate, siteDates } from '../dates'

/** The date whose times the admin looks at, and the month that the calendar shows. */
export interface ChosenDate {
  /** Studio date; null when none is chosen. */
  date: string | null
  /** `YYYY-MM`. */
  month: string
}

/**
 * What a URL asks for: `?date=` (without it, and for one that is past, today; empty for none) and `?month=` (by default that of the date).
 * Junk is ignored. `today` is the studio's date.
 */
export function readChosenDate(params: Record<string, unknown>, today: string): ChosenDate {
  const wanted = siteDate(params.date, today)
  const date = params.date === '' ? null : wanted && wanted >= today ? wanted : today
  const month = siteDate(`${String(params.month)}-01`, today)?.slice(0, 7)
  return { date, month: month && month >= today.slice(0, 7) ? month : (date ?? today).slice(0, 7) }
}

/** The query of a URL that asks for it, '' or beginning with '?'. Other parameters of `search` stay. */
export function writeChosenDate({ date, month }: ChosenDate, search: string): string {
  const params = new URLSearchParams(search)
  params.set('date', date ?? '')
  if (date?.startsWith(month)) params.delete('month')
  else params.set('month', month)
  return `?${params}`
}

/** The dates of a month (`YYYY-MM`) that the calendar lets people choose: from today on, as far as the site shows. */
export function datesOfMonth(month: string, today: string): { from: string; to: string } {
  const [first, { last }] = [`${month}-01`, siteDates(today)]
  const end = addDays(first, 30) // all of the month, and sometimes a little more
  return { from: first < today ? today : first, to: end < last ? end : last }
}
