import 'server-only'
import Holidays from 'date-holidays'
import { addDays } from './dates'

const calendar = new Holidays('NZ', 'WGN')

/**
 * The public holidays of New Zealand and of Wellington in the 365 days from a studio date, by date. If a
 * holiday on a weekend is observed on a weekday, the list has both dates.
 */
export function listHolidays(today: string) {
  const year = Number(today.slice(0, 4))
  const last = addDays(today, 365)
  return [year, year + 1]
    .flatMap((each) => calendar.getHolidays(each))
    .filter(({ type }) => type === 'public')
    .map(({ date, name }) => ({ date: date.slice(0, 10), name: localName(name) }))
    .filter(({ date }) => date >= today && date <= last)
}

/** Replaces two of the library's names with Wellington's usual ones. */
function localName(name: string): string {
  if (name.startsWith('Provincial anniversary')) return 'Wellington Anniversary Day'
  return name.replace('(substitute day)', '(observed)')
}
