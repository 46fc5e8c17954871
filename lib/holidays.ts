import 'server-only'
import Holidays from 'date-holidays'
import { place } from './content/place'
import { addDays } from './dates'

const { country, region, names } = place.holidays
const calendar = region ? new Holidays(country, region) : new Holidays(country)
calendar.setLanguages(place.locale.slice(0, 2))

/**
 * The public holidays of the studio's place in the 365 days from a studio date, by date. If a
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

/** The name that the place usually has for one of the library's. */
function localName(name: string): string {
  const usual = Object.entries(names).find(([beginning]) => name.startsWith(beginning))
  if (usual) return usual[1]
  return name.replace('(substitute day)', '(observed)')
}
