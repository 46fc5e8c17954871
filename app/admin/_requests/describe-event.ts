import { formatDate, formatTime } from '@/lib/dates'
import type { RequestEvent, RequestState } from '@/lib/requests/details'
import type { Outcome, ReplyKind } from '@/lib/requests/request'
import { replyNames } from '@/lib/content/replies'
import { outcomeNames } from './labels'

/**
 * 'The visitor moved it from Thu 26 Nov 2026, 9:00 AM to …', 'ana@studio.test set pending to
 * confirmed'.
 */
export function describeEvent(event: RequestEvent): string {
  const who = event.actor === 'visitor' ? 'The visitor' : event.actor
  if (event.kind === 'owner' && event.what === event.actor) return `${who} took it`
  if (event.kind !== 'change') return `${who} ${describeDeed(event)}`
  const { before, after } = event
  if (!before && event.actor !== 'visitor' && after.date) return `${who} booked ${timeOf(after)} for them`
  if (!before) return after.date ? `${who} asked for ${timeOf(after)}` : `${who} wrote to us`
  const isTaken = event.actor === 'visitor' && after.status === 'confirmed'
  if (isTaken)
    return `${who} took the proposed time ${timeOf(after)}, which confirmed it; it was ${timeOf(before)}`
  return `${who} ${[describeStatus(before, after), describeLocation(before, after)].filter(Boolean).join(' and ')}`
}

function describeStatus(before: RequestState, after: RequestState): string {
  if (timeOf(before) !== timeOf(after)) return `moved it from ${timeOf(before)} to ${timeOf(after)}`
  if (before.end_time && after.end_time)
    return `moved its end from ${formatTime(before.end_time, true)} to ${formatTime(after.end_time, true)}`
  if (before.status === after.status) return ''
  if (after.status === 'cancelled') return 'cancelled it'
  return `set ${before.status} to ${after.status}`
}

function describeLocation(before: RequestState, after: RequestState): string {
  if (after.location === undefined) return ''
  const [from, to] = [before, after].map(({ location }) => (location ? `“${location}”` : 'the usual one'))
  return `changed the location from ${from} to ${to}`
}

function describeDeed({ kind, what }: Exclude<RequestEvent, { kind: 'change' }>): string {
  switch (kind) {
    case 'link_copied':
      return 'copied the visitor’s link'
    case 'owner':
      return what ? `gave it to ${what}` : 'gave it to nobody'
    case 'note':
      return `${what} a note`
    case 'outcome':
      return what
        ? `said what came of it: ${outcomeNames[what as Outcome].toLowerCase()}`
        : 'took back what came of it'
    case 'reply':
      return what === 'undone'
        ? 'took a reply back'
        : `replied: ${replyNames[what as ReplyKind].toLowerCase()}`
    case 'answered':
      if (what === 'undone') return 'took back what was said of the answer'
      return what ? 'said that no answer is needed' : 'said that an answer went out'
    case 'reopened':
      return what ? 'took back that the visitor has answered' : 'said that the visitor has answered'
    case 'told':
      return what ? 'took back that they were told' : 'told them how the call stands'
    case 'kept':
      return what ? 'took back that the call stays when it was' : 'said that the call stays when it was'
    case 'offer':
      return describeOffer(what)
  }
}

function describeOffer(what: string | null): string {
  if (what === 'begun') return 'began an offer'
  if (what === 'withdrawn') return 'withdrew the offer'
  if (what === 'sending undone') return 'took back the version of the offer before it went out'
  if (what === 'withdrawal undone') return 'took back that the offer was withdrawn'
  if (what === 'acceptance undone') return 'took back that the offer was accepted by email'
  return what === 'accepted by email' ? 'recorded that the offer was accepted by email' : `${what} the offer`
}

function timeOf({ date, start_time }: RequestState): string {
  return date && start_time ? `${formatDate(date)}, ${formatTime(start_time, true)}` : ''
}
