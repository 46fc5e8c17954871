import { locationText } from '@/lib/booking/call-location'
import { decodeSlot, type TimeSlot } from '@/lib/booking/slots'
import type { ReplyFacts } from '@/lib/requests/letters'
import { dateAt } from '@/lib/dates'
import type { ReplyContext, RequestEvent } from '@/lib/requests/one-request'
import { answeredStatus, proposalPath, suggestTimes } from '@/lib/requests/replies'
import type { AdminRequest } from '@/lib/requests/request'
import type { ReplyKind } from '@/lib/statuses'
import type { ReplyDraft } from './reply-draft'

/** The chosen times that are still free; before a choice, the suggested ones. */
export function timesOf({ kind, times }: ReplyDraft, free: TimeSlot[], request: AdminRequest): TimeSlot[] {
  if (kind !== 'propose') return []
  if (!times) return suggestTimes(free, request)
  const chosen = times.flatMap((time) => decodeSlot(time, dateAt()) ?? [])
  return chosen.filter(({ id, date }) => free.some((slot) => slot.id === id && slot.date === date))
}

export function factsOf(
  request: AdminRequest,
  kind: ReplyKind,
  times: TimeSlot[],
  {
    origin,
    path,
    usual,
    agreed,
  }: Pick<ReplyContext, 'origin' | 'usual' | 'agreed'> & { path: string | null },
): ReplyFacts {
  const call = request.type === 'booking' ? request : null
  const { location: place = null, phone = null, room = null } = call ?? {}
  return {
    name: request.name,
    call,
    where:
      call && usual && (call.status === 'confirmed' || kind === 'confirm')
        ? locationText({ location: place, phone, room }, usual)
        : null,
    wroteOn: dateAt(new Date(request.created_at)),
    link: path && origin + path,
    times: times.map((time) => ({ ...time, link: origin + proposalPath(time, path) })),
    agreed: kind === 'answer' && request.turn_reason === 'accepted' ? agreed : null,
  }
}

/** True if the event has changed the call's time or location. */
export function isMove({ before }: RequestEvent): boolean {
  return before !== null && ('date' in before || 'location' in before)
}

export function hasSameWords(one: string, other: string): boolean {
  return one.replace(/\s/g, '') === other.replace(/\s/g, '')
}

/** Describes the effect of Yes in `SentQuestion`. */
export function describeYes(request: AdminRequest, kind: ReplyKind, mailed: boolean): string {
  const status = answeredStatus(request, kind)
  const sets = status === request.status ? 'notes the answer' : `sets it to ${status}`
  const mails = mailed && request.type === 'booking' && status !== request.status
  return `Yes ${sets}${request.owner ? '' : ', and you look after it'}.${mails ? ' The site’s own email about that goes as well.' : ''}`
}

/** With `isNeeded`, the letter cannot go out without this part. */
export interface UnreadPart {
  sentence: string
  isNeeded: boolean
}

export function listUnread(
  { link, free, usual, events }: ReplyContext,
  kind: ReplyKind,
  { request, canChange }: { request: AdminRequest; canChange: boolean },
): UnreadPart[] {
  const isCall = request.type === 'booking'
  const without = (what: string, it: string) => ({
    sentence: `${what} could not be read. The letter cannot go out without ${it}.`,
    isNeeded: true,
  })
  const unread = [
    canChange && !link && without('Their link', 'it'),
    kind === 'propose' && !free && without('The free times', 'them'),
    isCall && !usual && without('The location', 'it'),
    !events && {
      sentence: 'The history could not be read. Somebody may have changed the request meanwhile.',
      isNeeded: false,
    },
  ]
  return unread.filter((part) => part !== false)
}
