import { siteDate } from '../dates'

/** The date that is chosen in the admin's calendar, and the month that it shows. */
export interface ChosenDate {
  /** Studio date; null when none is chosen. */
  date: string | null
  /** `YYYY-MM`. */
  month: string
}

/**
 * Reads `?date=` and `?month=` of the admin's URL. An empty date means none; without one, or for an
 * invalid or past one, it is today. The month is by default that of the date. `today` is the
 * studio's date.
 */
export function readChosenDate(params: Record<string, unknown>, today: string): ChosenDate {
  const wanted = siteDate(params.date, today)
  const date = params.date === '' ? null : wanted && wanted >= today ? wanted : today
  const month = siteDate(`${String(params.month)}-01`, today)?.slice(0, 7)
  return { date, month: month && month >= today.slice(0, 7) ? month : (date ?? today).slice(0, 7) }
}

/**
 * The query string that {@link readChosenDate} reads back, beginning with '?'. Other parameters of
 * `search` are kept.
 */
export function writeChosenDate({ date, month }: ChosenDate, search: string): string {
  const params = new URLSearchParams(search)
  params.set('date', date ?? '')
  if (date?.startsWith(month)) params.delete('month')
  else params.set('month', month)
  return `?${params}`
}
