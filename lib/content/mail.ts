import { formatShortDate, formatTime } from '../dates'
import type { BookingMail, ClaimedMail, ClaimedReply, StudioCall } from '../mail/claimed'
import { calendarLinks } from '../calendar-links'
import { requestPath } from '../paths'
import { ERASED_EMAIL } from '../statuses'
import { calendarLinksNote } from './calendar-event'
import { packages } from './packages'
import { place } from './place'
import { site } from './studio'

export interface MailText {
  subject: string
  title: string
  lines: string[]
  facts: [label: string, value: string][]
  document?: string
  action?: { label: string; href: string }
  /** The plain text has `action` in their place. */
  links?: { before: string; items: { name: string; href: string }[]; after: string }
  quote?: string
}

/** `when` as `formatStudioTimes` writes it; `short` is 'Tue 1 Dec, 9:00 am EST'. */
export interface Call {
  when: string
  short: string
  /** Before the move, without the end. */
  before?: { when: string; short: string }
  where?: string
}

type Template = Pick<MailText, 'title' | 'lines'> & { subject: (short: string) => string }

const invitation = 'Your calendar shows it in your own time: the invitation is attached.'
const held = 'The time is held for you. We’ll write again as soon as we have confirmed it.'

const toVisitor: Record<BookingMail['kind'], Template> = {
  received: {
    subject: (short) => `We have your booking: ${short}`,
    title: 'Your time is held',
    lines: [`Thank you for booking a free call with ${site.name}. ${held}`, invitation],
  },
  confirmed: {
    subject: (short) => `Your call is confirmed: ${short}`,
    title: 'Your call is confirmed',
    lines: [`We look forward to talking with you. ${invitation}`],
  },
  moved: {
    subject: (short) => `Your call has a new time: ${short}`,
    title: 'Your call has a new time',
    lines: [held, invitation],
  },
  location: {
    subject: (short) => `Your call has a new location: ${short}`,
    title: 'Your call has a new location',
    lines: [`The time stays as it was. ${invitation}`],
  },
  /** After the studio had proposed other times. */
  kept: {
    subject: (short) => `Your call stays when it was: ${short}`,
    title: 'Your call stays when it was',
    lines: [`You don’t need to choose another time. ${invitation}`],
  },
  cancelled: {
    subject: (short) => `Your call is cancelled: ${short}`,
    title: 'Your call is cancelled',
    lines: [
      // Visitors who cancelled their own call get this mail too.
      'We are sorry that the call below won’t take place.',
      'Its time is not held any more. The attached file takes it out of your calendar.',
      `You didn’t expect this, or want another time? Reply to this email, or book again at ${site.url}/booking.`,
    ],
  },
  reminder: {
    subject: (short) => `Your call is coming up: ${short}`,
    title: 'Your call is coming up',
    lines: ['A short reminder of our call. Bring the idea as it is: no slides, no jargon, no obligation.'],
  },
  still_pending: {
    subject: (short) => `Not confirmed yet: ${short}`,
    title: 'We have not confirmed your call yet',
    lines: [
      'We are sorry: nobody has confirmed the call below yet, and it begins soon.',
      `Reply to this email, or write to ${site.email}. If you hear nothing more from us, it does not take place.`,
    ],
  },
}

/** It names no number of minutes, because the mail may arrive later. */
const soon: Template = {
  subject: (short) => `Your call begins soon: ${short}`,
  title: 'Your call begins soon',
  lines: ['We look forward to talking with you. This is where we meet:'],
}

function movedByUs({ kind, status }: BookingMail, manageUrl: string | null): Template {
  if (kind === 'cancelled') return toVisitor.cancelled
  const object = manageUrl
    ? 'The new time doesn’t suit you? Reply to this email, or choose another one on the page of your booking.'
    : 'The new time doesn’t suit you? Reply to this email.'
  return {
    subject: (short) => `We have moved your call: ${short}`,
    title: 'We have moved your call',
    lines: [
      'We are sorry: we had to move your call to the time below.',
      status === 'confirmed'
        ? `It is confirmed: there is nothing you need to do. ${invitation}`
        : `${held} ${invitation}`,
      object,
    ],
  }
}

const toStudio: Record<BookingMail['kind'], Template> = {
  received: { subject: (short) => `New booking: ${short}`, title: 'A new booking', lines: [] },
  moved: { subject: (short) => `Moved by the visitor: ${short}`, title: 'A visitor moved a call', lines: [] },
  cancelled: {
    subject: (short) => `Cancelled by the visitor: ${short}`,
    title: 'A visitor cancelled a call',
    lines: ['Its time can be booked again.'],
  },
  // The site never mails the next four to the studio.
  confirmed: { subject: (short) => `Confirmed: ${short}`, title: 'A confirmed call', lines: [] },
  location: { subject: (short) => `New location: ${short}`, title: 'A new location', lines: [] },
  kept: { subject: (short) => `Kept: ${short}`, title: 'A call that stays', lines: [] },
  reminder: { subject: (short) => `Coming up: ${short}`, title: 'A call is coming up', lines: [] },
  still_pending: {
    subject: (short) => `Confirm, or say no: ${short}`,
    title: 'Still to confirm',
    lines: ['Nobody has confirmed this yet. Three hours before the call its visitor is told so.'],
  },
}

/** The mail has no text of the visitor except a plain name, because the e-mail address may be another person's. */
export function callMail(mail: BookingMail, call: Call, manageUrl: string | null): MailText {
  const { subject, title, lines } = call.before
    ? movedByUs(mail, manageUrl)
    : mail.is_soon
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
          before: 'The call in your calendar: open the attached file',
          items: calendarLinks({ ...mail, where: mail.status === 'confirmed' ? mail.where : null }),
          after: calendarLinksNote,
        },
  }
}

export function inquiryMail(mail: ClaimedMail): MailText {
  return {
    subject: 'We have your message',
    title: 'We have your message',
    lines: [
      greeting(mail.name),
      `Thank you for writing to ${site.name}. We'll get back to you soon!`,
      'You didn’t write to us? Then somebody gave your address by mistake, and you can leave this email unanswered.',
    ],
    facts: [],
  }
}

export function studioMail(
  mail: Exclude<ClaimedMail, ClaimedReply>,
  call: Call | null,
  origin: string,
): MailText {
  if (mail.about === 'booking' && mail.kind === 'still_pending') return toConfirmMail(mail, origin)
  const { subject, title, lines } = mail.about === 'booking' ? toStudio[mail.kind] : newMessage(mail)
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
      ...(call?.before ? [`It moved from ${call.before.when} to ${call.when}.`] : []),
      ...lines,
      ...statusLine(mail),
      ...(isErased ? ['They have erased what we held about them.'] : []),
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
    return ['It is confirmed: there is nothing you need to do.']
  return mail.kind === 'moved' ? ['It waits to be confirmed again.'] : []
}

export function adminUrl({ about_id }: Pick<ClaimedMail, 'about_id'>, origin: string): string {
  return origin + requestPath(about_id)
}

/** The subject has the sender's name if it is plain, else the validated e-mail address. */
function newMessage({ name, email }: ClaimedMail): Template {
  const subject = `New message from ${isPlainName(name) ? name : email}`
  return { subject: () => subject, title: 'A new message', lines: [] }
}

function withValues(facts: [label: string, value: string | null | undefined][]): MailText['facts'] {
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]))
}

export function greeting(name: string): string {
  return `${place.letters.greeting}${isPlainName(name) ? ` ${name}` : ''},`
}

/** Mails leave out other texts: a spammer could otherwise send an advertisement as a name to any address. */
export function isPlainName(name: string): boolean {
  return /^[\p{L}\p{M} .’'-]{1,60}$/u.test(name) && !/\.[\p{L}\p{M}]/u.test(name)
}
