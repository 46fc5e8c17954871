import { siteDate } from '../dates'

/** The date selected in the admin's calendar, and the month that the calendar shows. */
export interface ChosenDate {
  /** The selected studio date (`YYYY-MM-DD`), or null. */
  date: string | null
  /** `YYYY-MM`. */
  month: string
}

/**
 * Reads `?date=` and `?month=` of the admin's URL. An empty date selects none; a missing, invalid or past
 * date becomes `first`, the first bookable day. `today` is the studio's date. The month defaults to the
 * date's month.
 */
export function readChosenDate(params: Record<string, unknown>, today: string, first = today): ChosenDate {
  const wanted = siteDate(params.date, today)
  const date = params.date === '' ? null : wanted && wanted >= today ? wanted : first
  const month = siteDate(`${String(params.month)}-01`, today)?.slice(0, 7)
  return { date, month: month && month >= today.slice(0, 7) ? month : (date ?? today).slice(0, 7) }
}

/**
 * The query string for {@link readChosenDate}, beginning with '?'. Keeps the other parameters of `search`.
 */
export function writeChosenDate({ date, month }: ChosenDate, search: string): string {
  const params = new URLSearchParams(search)
  params.set('date', date ?? '')
  if (date?.startsWith(month)) params.delete('month')
  else params.set('month', month)
  return `?${params}`
}
