import { addDays, siteDate } from '../dates'
import { paths } from '../paths'

/** The packages by the id that the address, the form and the database know, with the name that people read. */
export const packageNames = { starter: 'Starter', growth: 'Growth', scale: 'Scale' } as const
export type PackageId = keyof typeof packageNames

/** What the booking page shows. Step 2 without a slot is the plain inquiry. */
export interface View {
  /** The chosen studio date, `YYYY-MM-DD`. */
  date: string
  /** The month that the calendar shows, `YYYY-MM`. */
  month: string
  /** The chosen slot's id. */
  slot: string | null
  step: 1 | 2
  /** The package whose button led here. */
  package: PackageId | null
}

/** How many days ahead the database takes bookings, as `private.check_time` has it. */
const LAST_DAY = 365

/** The first and the last date that can be booked. */
export function bookableDates(today: string): { first: string; last: string } {
  return { first: addDays(today, 1), last: addDays(today, LAST_DAY) }
}

/** The page as it opens: tomorrow, nothing chosen. */
export function firstView(today: string): View {
  const date = addDays(today, 1)
  return { date, month: date.slice(0, 7), slot: null, step: 1, package: null }
}

/** A text from outside as a package's id, else null. */
export function readPackage(text: string | null): PackageId | null {
  return text !== null && Object.hasOwn(packageNames, text) ? (text as PackageId) : null
}

/** Reads `?date&month&slot&step&package`. What is no date or month that the site can show, no id, step or package is ignored. */
export function parseView(params: URLSearchParams, today: string): View {
  const asked = siteDate(params.get('date'), today)
  const date = asked ?? firstView(today).date
  const slot = params.get('slot')
  const known = slot !== null && /^[\da-f-]{36}$/.test(slot) ? slot : null
  const inquiry = !params.has('date') && !params.has('slot')
  return {
    date,
    month: readMonth(params.get('month'), today) ?? date.slice(0, 7),
    slot: known,
    step: params.get('step') === '2' && (known || inquiry) ? 2 : 1,
    package: readPackage(params.get('package')),
  }
}

function readMonth(month: string | null, today: string): string | null {
  return month && /^\d{4}-\d\d$/.test(month) && today.slice(0, 7) <= month && month <= lastMonth(today)
    ? siteDate(`${month}-01`, today) && month
    : null
}

/** The last month that the calendar shows. */
export function lastMonth(today: string): string {
  return bookableDates(today).last.slice(0, 7)
}

/** The address that {@link parseView} reads back. Every value is made of letters, digits and hyphens. */
export function viewHref({ date, month, slot, step, package: chosen }: View): string {
  const params: string[] = []
  if (slot || step === 1) params.push(`date=${date}`)
  if (step === 1 && month !== date.slice(0, 7)) params.push(`month=${month}`)
  if (slot) params.push(`slot=${slot}`)
  if (step === 2) params.push('step=2')
  if (chosen) params.push(`package=${chosen}`)
  return `${paths.booking}?${params.join('&')}`
}
