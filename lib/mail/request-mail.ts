import { calendarLinks } from '../calendar-links'
import { calendarFileNote, calendarLinksNote } from '../content/calendar-event'
import {
  messageArrived,
  movedByUs,
  newMessage,
  soon,
  studioLines,
  toStudio,
  toVisitor,
} from '../content/mail'
import { packages } from '../content/packages'
import { formatShortDate, formatTime } from '../dates'
import { requestPath } from '../paths'
import { ERASED_EMAIL } from '../statuses'
import type { BookingMail, ClaimedMail, ClaimedReply, StudioCall } from './claimed'
import { greeting, isPlainName } from './greeting'
import { type MailText, withValues } from './layout'

/** `when` as `formatStudioTimes` writes it; `short` is 'Tue 1 Dec, 9:00 am EST'. */
export interface Call {
  when: string
  short: string
  /** Before the move, without the end. */
  before?: { when: string; short: string }
  /** Only if the call is confirmed. */
  where?: string
}

/**
 * `manageUrl` is null without a `SITE_SECRET`. The mail has no text of the visitor but a plain name, because the
 * e-mail address may be another person's.
 */
export function callMail(mail: BookingMail, call: Call, manageUrl: string | null): MailText {
  const { subject, title, lines } =
    call.before && mail.kind !== 'cancelled'
      ? movedByUs(mail.status === 'confirmed', manageUrl !== null)
      : mail.is_soon && !call.before
        ? soon
        : toVisitor[mail.kind]
  const [what = '', ...others] = lines
  const ownText = mail.kind === 'cancelled' ? mail.cancel_message : null
  return {
    subject: mail.reply?.subject ?? subject(call.short),
    title,
    lines: mail.reply
      ? [mail.reply.body]
      : [greeting(mail.name), what, ...(ownText ? [ownText] : []), ...others],
    facts: withValues([
      ['When', call.when],
      ['It was', call.before?.when],
      ['Where', call.where],
      ['Not any more', mail.kind === 'location' ? mail.known_location : null],
    ]),
    action:
      manageUrl && mail.kind !== 'cancelled'
        ? { label: 'See, move or cancel the call', href: manageUrl }
        : undefined,
    links: ['cancelled', 'still_pending', 'reminder'].includes(mail.kind)
      ? undefined
      : {
          before: calendarFileNote,
          items: calendarLinks({ ...mail, where: mail.status === 'confirmed' ? mail.where : null }),
          after: calendarLinksNote,
        },
  }
}

export function inquiryMail(mail: ClaimedMail): MailText {
  return { ...messageArrived, lines: [greeting(mail.name), ...messageArrived.lines], facts: [] }
}

/** Only the body contains the visitor's text. */
export function studioMail(
  mail: Exclude<ClaimedMail, ClaimedReply>,
  call: Call | null,
  origin: string,
): MailText {
  if (mail.about === 'booking' && mail.kind === 'still_pending') return toConfirmMail(mail, origin)
  const sender = isPlainName(mail.name) ? mail.name : mail.email
  const { subject, title, lines } = mail.about === 'booking' ? toStudio[mail.kind] : newMessage(sender)
  const chosen = packages.items.find(({ id }) => id === mail.package)
  const isErased = mail.email === ERASED_EMAIL
  const facts: [string, string | null | undefined][] = [
    ['When', call?.when],
    ['Name', isErased ? null : mail.name],
    ['Email', isErased ? null : mail.email],
    ['Phone', mail.about === 'booking' ? mail.phone : null],
    ['Package', chosen?.name],
    ['Message', mail.message],
    ['Also that day', mail.about === 'booking' ? mail.others.map(describeOther).join('\n') : null],
    ['Reason', mail.about === 'booking' && mail.kind === 'cancelled' ? mail.cancel_reason : null],
  ]
  const short = call?.before ? `${call.short} (it was ${call.before.short})` : (call?.short ?? '')
  return {
    subject: subject(short),
    title,
    lines: [
      ...(call?.before ? [studioLines.moved(call.before.when, call.when)] : []),
      ...lines,
      ...statusLine(mail),
      ...(isErased ? [studioLines.erased] : []),
    ],
    facts: withValues(facts),
    action: { label: 'Open it in the admin', href: adminUrl(mail, origin) },
  }
}

/** About all calls that still need confirmation, with the other calls on the same dates. */
function toConfirmMail({ calls, others }: BookingMail, origin: string): MailText {
  const { subject, title, lines } = toStudio.still_pending
  const [first] = calls
  const who = first && isPlainName(first.name) ? first.name : 'a call'
  const what = calls.length > 1 ? `${calls.length} calls` : who
  const admin = (about_id: string) => adminUrl({ about_id }, origin)
  return {
    subject: subject(first ? `${what}, ${startOf(first)}` : what),
    title,
    lines,
    facts: withValues([
      ...calls.map((call): [string, string] => [startOf(call), `${call.name}\n${admin(call.about_id)}`]),
      ['Also then', others.map((call) => `${formatShortDate(call.date)}, ${describeOther(call)}`).join('\n')],
    ]),
    action: {
      label: 'Open the admin',
      href: calls.length === 1 && first ? admin(first.about_id) : `${origin}/admin?view=to_answer`,
    },
  }
}

const startOf = ({ date, start_time }: StudioCall) => `${formatShortDate(date)}, ${formatTime(start_time)}`

/** '10:00 am to 10:30 am: Ana, confirmed'. */
function describeOther({ name, status, start_time, end_time }: StudioCall): string {
  return `${formatTime(start_time)} to ${formatTime(end_time)}: ${name}, ${status}`
}

function statusLine(mail: Exclude<ClaimedMail, ClaimedReply>): string[] {
  if (mail.about !== 'booking') return []
  if (mail.status === 'confirmed' && (mail.kind === 'received' || mail.kind === 'moved'))
    return [studioLines.confirmed]
  return mail.kind === 'moved' ? [studioLines.toConfirm] : []
}

export function adminUrl({ about_id }: Pick<ClaimedMail, 'about_id'>, origin: string): string {
  return origin + requestPath(about_id)
}
