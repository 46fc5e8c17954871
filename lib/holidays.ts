import 'server-only'
import Holidays from 'date-holidays'
import { place } from './content/place'
import { addDays } from './dates'

const { country, region, names } = place.holidays
const calendar = region ? new Holidays(country, region) : new Holidays(country)
calendar.setLanguages(place.locale.slice(0, 2))

/** In the 365 days from a studio date, by date. A holiday on a weekend that is observed on a weekday has both dates. */
export function listHolidays(today: string) {
  const year = Number(today.slice(0, 4))
  const last = addDays(today, 365)
  return [year, year + 1]
    .flatMap((each) => calendar.getHolidays(each))
    .filter(({ type }) => type === 'public')
    .map(({ date, name }) => ({ date: date.slice(0, 10), name: localName(name) }))
    .filter(({ date }) => date >= today && date <= last)
}

function localName(name: string): string {
  const usual = Object.entries(names).find(([beginning]) => name.startsWith(beginning))
  if (usual) return usual[1]
  return name.replace('(substitute day)', '(observed)')
}
