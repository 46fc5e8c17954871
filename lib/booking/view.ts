import { addDays, siteDate } from '../dates'
import { paths } from '../paths'
import { type Choice, encodeChoice } from './slots'

/** What the booking page shows. Step 2 without a slot is the plain inquiry. */
export interface View {
  /** The chosen studio date, `YYYY-MM-DD`. */
  date: string
  /** The chosen slot's id. */
  slot: string | null
  step: 1 | 2
}

/** The page as it opens: tomorrow, nothing chosen (spec 2). */
export function firstView(today: string): View {
  return { date: addDays(today, 1), slot: null, step: 1 }
}

/** Reads `?date&slot&step`. What is no date that the site can show, no id or no step is ignored. */
export function parseView(params: URLSearchParams, today: string): View {
  const date = siteDate(params.get('date'), today)
  const slot = params.get('slot')
  const view = date ? { date, slot: null } : firstView(today)
  const known = slot !== null && /^[\da-f-]{36}$/.test(slot) ? slot : null
  const inquiry = !params.has('date') && !params.has('slot')
  return { ...view, slot: known, step: params.get('step') === '2' && (known || inquiry) ? 2 : 1 }
}

/** The address that {@link parseView} reads back. */
export function viewHref({ date, slot, step }: View): string {
  const params = new URLSearchParams(slot || step === 1 ? { date } : {})
  if (slot) params.set('slot', slot)
  if (step === 2) params.set('step', '2')
  return `${paths.booking}?${params}`
}

/** Where a booked call's calendar file is. `call.id` is the booking's. */
export function inviteHref(call: Choice): string {
  return `${paths.booking}/call.ics?${new URLSearchParams({ call: encodeChoice(call) })}`
}
