import 'server-only'
import Holidays from 'date-holidays'
import { addDays } from '../dates'

/** A public holiday on a studio date. */
export interface Holiday {
  date: string
  name: string
}

const calendar = new Holidays('NZ', 'WGN')

/**
 * New Zealand's public holidays and Wellington's own in the twelve months from a studio date, by date. One that falls on a weekend and is
 * observed on a weekday is there with both dates.
 */
export function listHolidays(today: string): Holiday[] {
  const year = Number(today.slice(0, 4))
  const last = addDays(today, 365)
  return [year, year + 1]
    .flatMap((each) => calendar.getHolidays(each))
    .filter(({ type }) => type === 'public')
    .map(({ date, name }) => ({ date: date.slice(0, 10), name: ownName(name) }))
    .filter(({ date }) => date >= today && date <= last)
}

/** As people here say it. */
function ownName(name: string): string {
  if (name.startsWith('Provincial anniversary')) return 'Wellington Anniversary Day'
  return name.replace('(substitute day)', '(observed)')
}
