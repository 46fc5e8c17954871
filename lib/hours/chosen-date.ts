import { siteDate } from '../dates'

export interface ChosenDate {
  date: string | null
  month: string
}

/** An empty date selects none; a missing, invalid or past one becomes `first`. */
export function readChosenDate(params: Record<string, unknown>, today: string, first = today): ChosenDate {
  const wanted = siteDate(params.date, today)
  const date = params.date === '' ? null : wanted && wanted >= today ? wanted : first
  const month = siteDate(`${String(params.month)}-01`, today)?.slice(0, 7)
  return { date, month: month && month >= today.slice(0, 7) ? month : (date ?? today).slice(0, 7) }
}

/** Begins with '?', and keeps the other parameters of `search`. */
export function writeChosenDate({ date, month }: ChosenDate, search: string): string {
  const params = new URLSearchParams(search)
  params.set('date', date ?? '')
  if (date?.startsWith(month)) params.delete('month')
  else params.set('month', month)
  return `?${params}`
}
