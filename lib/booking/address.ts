import { type PackageId, packageNames } from '../content/package-names'
import { addDays, bookableDates, siteDate, weekdayOf } from '../dates'
import { paths } from '../paths'
import { fitLike } from '../start/fit'

/** The state of the booking page in its URL. Step 2 without a slot is the inquiry form. */
export interface BookingAddress {
  date: string
  month: string
  slot: string | null
  step: 1 | 2
  package: PackageId | null
  /** The query string of the /start result that the visitor came from; only its format is validated. */
  fit: string | null
}

export function defaultAddress(today: string): BookingAddress {
  const date = addDays(today, 1)
  return { date, month: date.slice(0, 7), slot: null, step: 1, package: null, fit: null }
}

export function readPackage(text: string | null): PackageId | null {
  return text !== null && Object.hasOwn(packageNames, text) ? (text as PackageId) : null
}

/** True if a URL names anything that visitors choose, even the default date: the page then opens its calendar. */
export function namesChoice(params: URLSearchParams): boolean {
  return ['date', 'month', 'slot', 'step', 'package', 'fit'].some((name) => params.has(name))
}

export function readAddress(params: URLSearchParams, today: string): BookingAddress {
  const chosen = siteDate(params.get('date'), today)
  const date = chosen ?? defaultAddress(today).date
  const slot = params.get('slot')
  const known = slot !== null && /^[\da-f-]{36}$/.test(slot) ? slot : null
  const inquiry = !params.has('date') && !params.has('slot')
  return {
    date,
    month: readMonth(params.get('month'), today) ?? date.slice(0, 7),
    slot: known,
    step: params.get('step') === '2' && (known || inquiry) ? 2 : 1,
    package: readPackage(params.get('package')),
    fit: fitLike(params.get('fit')),
  }
}

function readMonth(month: string | null, today: string): string | null {
  return month && /^\d{4}-\d\d$/.test(month) && today.slice(0, 7) <= month && month <= lastMonth(today)
    ? siteDate(`${month}-01`, today) && month
    : null
}

/** The calendar shows six weeks of a month (`YYYY-MM`), so its last day is in the next month. */
export function lastShown(month: string): string {
  const first = `${month}-01`
  return addDays(first, 41 - weekdayOf(first))
}

/** The month of `date`; if the six weeks of `shown` include it, `shown`, so that the calendar does not move. */
export function monthShowing(date: string, shown: string): string {
  return date >= `${shown}-01` && date <= lastShown(shown) ? shown : date.slice(0, 7)
}

export function lastMonth(today: string): string {
  return bookableDates(today).last.slice(0, 7)
}

export function inquiryHref({ today, address }: { today: string; address: BookingAddress }): string {
  return addressHref({ ...defaultAddress(today), package: address.package, fit: address.fit, step: 2 })
}

export function addressHref({ date, month, slot, step, package: chosen, fit }: BookingAddress): string {
  const params: string[] = []
  if (slot || step === 1) params.push(`date=${date}`)
  if (step === 1 && month !== date.slice(0, 7)) params.push(`month=${month}`)
  if (slot) params.push(`slot=${slot}`)
  if (step === 2) params.push('step=2')
  if (chosen) params.push(`package=${chosen}`)
  if (fit) params.push(`fit=${encodeURIComponent(fit)}`)
  return `${paths.booking}?${params.join('&')}`
}
