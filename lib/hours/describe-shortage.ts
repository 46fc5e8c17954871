import { place } from '../content/place'
import { OUTLOOK_DAYS } from './slot'

const MIN_FREE_TIMES = 3

/** In the next {@link OUTLOOK_DAYS} days. `busy`: blocked only by a founder's calendar; `off`: switched off. */
export type Times = Record<'free' | 'taken' | 'busy' | 'off', number>

export function describeShortage({ free, taken, busy, off }: Times): string | null {
  if (free >= MIN_FREE_TIMES) return null
  const soon = `in the next ${OUTLOOK_DAYS} days`
  if (free > 0) {
    const isBusy = busy && `your calendars are busy in ${busy}`
    const rest = [taken && `${taken} taken`, isBusy, off && `${off} switched off`].filter(Boolean).join(', ')
    return `Only ${free === 1 ? '1 time' : `${free} times`} can be booked ${soon}${rest && ` (${rest})`}.`
  }
  if (taken + busy + off === 0) return `Nobody can book: no times are set ${soon}.`
  if (taken + busy === 0) return `Nobody can book: every time ${soon} is switched off.`
  if (busy + off === 0) return `Nobody can book: every time ${soon} is taken.`
  if (taken + off === 0) return `Nobody can book: your calendars are busy at every time ${soon}.`
  const [isTaken, isOff] = [taken, off].map((count) => `${count} ${count === 1 ? 'is' : 'are'}`)
  const parts = [
    ...(taken ? [`${isTaken} taken`] : []),
    ...(busy ? [`your calendars are busy in ${busy}`] : []),
    ...(off ? [`${isOff} switched off`] : []),
  ]
  return `Nobody can book: of the times ${soon}, ${new Intl.ListFormat(place.locale).format(parts)}.`
}
