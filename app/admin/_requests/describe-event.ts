import { formatDate, formatTime } from '@/lib/dates'
import type { RequestEvent, RequestState, SiteMail } from '@/lib/requests/one-request'
import type { Outcome } from '@/lib/requests/request'
import type { ReplyKind } from '@/lib/statuses'
import { replyNames } from '@/lib/content/replies'
import { outcomeNames } from './labels'

/** Such as 'ana@studio.test set pending to confirmed'. */
export function describeEvent(event: RequestEvent): string {
  const { actor, kind, what } = event
  const [before, after] = [event.before ?? {}, event.after ?? {}]
  const act = describeAct(event)
  const changes = [describeStatus(before, after), describeLocation(before, after)].filter(Boolean)
  const who = actor === 'visitor' ? 'The visitor' : actor === 'database' ? 'Somebody in the database' : actor
  if (kind === 'booked') return `${who} asked for ${timeOf(after)}`
  if (kind === 'booked_for') return `${who} booked ${timeOf(after)} for them`
  if (kind === 'wrote') return `${who} wrote to us`
  if (kind === 'took_time')
    return `${who} took the proposed time ${timeOf(after)}, which confirmed it; it was ${timeOf(before)}`
  if (kind === 'owner' && what === actor) return `${who} took it`
  return `${who} ${[act, ...changes].filter(Boolean).join(' and ') || 'changed nothing'}`
}

export function withoutRepeatedCopies(events: RequestEvent[]): RequestEvent[] {
  return events.filter(({ kind, actor }, n) => {
    const next = events[n + 1]
    return kind !== 'link_copied' || next?.kind !== kind || next.actor !== actor
  })
}

/** Such as 'The site told them that it is confirmed, Thu 26 Nov 2026, 9:00 AM'. */
export function describeSiteMail({ kind, status, date, start_time }: SiteMail): string {
  const at = date && start_time ? `, ${timeOf({ date, start_time })}` : ''
  if (kind === 'received') return 'The site told them that their message arrived'
  if (kind === 'offer_follow_up') return 'The site reminded them of the offer'
  if (kind.startsWith('reminder')) return `The site reminded them of it${at}`
  if (kind === 'still_pending')
    return `The site told them that nobody confirmed it, and that without another word it does not take place${at}`
  if (status === 'pending') return `The site told them that we have their booking, not confirmed yet${at}`
  return `The site told them that it is ${status}${at}`
}

function describeStatus(before: RequestState, after: RequestState): string {
  if (timeOf(before) !== timeOf(after)) return `moved it from ${timeOf(before)} to ${timeOf(after)}`
  if (before.end_time && after.end_time && before.end_time !== after.end_time)
    return `moved its end from ${formatTime(before.end_time, true)} to ${formatTime(after.end_time, true)}`
  if (before.status === undefined || before.status === after.status) return ''
  if (after.status === 'cancelled') return 'cancelled it'
  return `set ${before.status} to ${after.status}`
}

function describeLocation(before: RequestState, after: RequestState): string {
  if (before.location === undefined && after.location === undefined) return ''
  const [from, to] = [before, after].map(({ location }) => (location ? `“${location}”` : 'the usual one'))
  return `changed the location from ${from} to ${to}`
}

/** Leaves out changes of status, time and location; '' if the event has no other act. */
function describeAct({ kind, what, before }: RequestEvent): string {
  if (what !== null && Object.hasOwn(replyNames, what) && kind !== 'undone')
    return `replied: ${replyNames[what as ReplyKind].toLowerCase()}`
  switch (kind) {
    case 'undone':
      return describeUndo(what, before)
    case 'link_copied':
      return 'copied the visitor’s link'
    case 'address':
      return 'corrected the email address'
    case 'owner':
      return what ? `gave it to ${what}` : 'gave it to nobody'
    case 'note':
      return `${what} a note`
    case 'outcome':
      return what
        ? `said what came of it: ${outcomeNames[what as Outcome].toLowerCase()}`
        : 'took back what came of it'
    case 'elsewhere':
      return 'said that an answer went out'
    case 'not_needed':
      return 'said that no answer is needed'
    case 'asked':
      return 'said that the visitor has answered'
    case 'told':
      return 'told them how the call stands'
    case 'kept':
      return 'said that the call stays when it was'
    case 'accepted':
      return what ? 'recorded that the offer was accepted by email' : 'accepted the offer'
    case 'declined':
      return 'declined the offer'
    case 'offer':
      // Without a mail server, the version waits for an admin to send it.
      return what === 'sent' ? 'made a version of the offer' : describeOffer(what)
    case 'offered':
    case 'withdrawn':
      return describeOffer(what)
    default:
      return ''
  }
}

const WITHDRAWAL_UNDONE = 'took back that the offer was withdrawn'

/** `what` is the kind of the undone event, or 'reply'. */
function describeUndo(what: string | null, before: RequestEvent['before']): string {
  switch (what) {
    case 'reply':
      return 'took a reply back'
    case 'elsewhere':
    case 'not_needed':
      return 'took back what was said of the answer'
    case 'asked':
      return 'took back that the visitor has answered'
    case 'told':
      return 'took back that they were told'
    case 'owner':
      return 'took back whom it was given to'
    case 'outcome':
      return 'took back what came of it'
    case 'kept':
      return 'took back that the call stays when it was'
    case 'offered':
      return 'took back the version of the offer before it went out'
    case 'offer':
    case 'withdrawn':
      return WITHDRAWAL_UNDONE
    case 'accepted':
      return 'took back that the offer was accepted by email'
    default:
      return before ? 'took back a change' : 'took it back'
  }
}

function describeOffer(what: string | null): string {
  if (what === 'begun') return 'began an offer'
  if (what === 'withdrawn') return 'withdrew the offer'
  if (what === 'withdrawal undone') return WITHDRAWAL_UNDONE
  return 'sent the offer'
}

function timeOf({ date, start_time }: RequestState): string {
  return date && start_time ? `${formatDate(date)}, ${formatTime(start_time, true)}` : ''
}
