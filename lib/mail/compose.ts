import type { SendMailOptions } from 'nodemailer'
import { calendarFile } from '../booking/calendar-file'
import { managePath } from '../booking/token'
import { site } from '../content/studio'
import { formatLongDate, formatShortDate, formatStudioTimes, formatTime, zoneName } from '../dates'
import { ELLIPSIS, withQuote } from '../quote'
import { ERASED_EMAIL } from '../statuses'
import { offerFileName } from '../offers/text'
import { offerPath } from '../offers/token'
import type { BookingMail, ClaimedMail, ClaimedReply, OfferMail } from './claimed'
import type { MailConfig } from './config'
import { isPlainName } from './greeting'
import { htmlText, type MailText, plainText } from './layout'
import { offerMail, offerStudioMail } from './offer-mail'
import { adminUrl, type Call, callMail, inquiryMail, studioMail } from './request-mail'

/**
 * The headers contain no text of the visitor but the e-mail address, as an object that nodemailer does not parse. A
 * mail sent twice keeps its Message-ID unless its text changed in between. `origin` is the base of links.
 */
export function composeMail(
  mail: ClaimedMail,
  { from, to, origin = site.url }: Pick<MailConfig, 'from' | 'to'> & { origin?: string },
): SendMailOptions {
  if (mail.kind === 'reply') return composeReply(mail, { from, to })
  const call = mail.about === 'booking' ? describeCall(mail) : null
  const visitor = { name: '', address: mail.email }
  const studio = { name: site.name, address: to }
  const toVisitor = mail.recipient === 'visitor'
  const words = mail.about === 'booking' ? mail.reply : undefined
  const content: MailText =
    mail.about === 'offer'
      ? toVisitor
        ? offerMail(mail, offerUrl(mail, origin))
        : offerStudioMail(mail, origin)
      : !toVisitor
        ? studioMail(mail, call, origin)
        : mail.about === 'booking' && call
          ? {
              ...callMail(mail, call, manageUrl(mail, origin)),
              quote: words && quotedMessage(words, mail.message),
            }
          : inquiryMail(mail)
  return {
    messageId: messageId(mail.id, mail.about === 'booking' ? mail.calendar_sequence : 0),
    ...(mail.about === 'offer' && toVisitor ? inThread(mail) : words ? inThread(words) : {}),
    from: { name: site.name, address: from },
    to: toVisitor ? visitor : studio,
    replyTo: toVisitor ? studio : canReplyToVisitor(mail) ? visitor : undefined,
    subject: content.subject,
    // Exchange ignores the first header. Without the second one, it sends an out-of-office reply.
    headers: words ? undefined : { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    text: plainText(content),
    html: htmlText(content),
    icalEvent:
      mail.about !== 'booking' || mail.kind === 'reminder' || mail.kind === 'still_pending'
        ? undefined
        : toVisitor
          ? invitation(mail)
          : studioEvent(mail, origin),
    attachments:
      mail.kind === 'offer' || mail.kind === 'offer_accepted'
        ? [
            {
              filename: offerFileName(mail.version),
              content: Buffer.from(mail.text),
              contentType: 'text/plain; charset=utf-8',
            },
          ]
        : undefined,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function canReplyToVisitor(mail: Exclude<ClaimedMail, ClaimedReply>): boolean {
  return mail.email !== ERASED_EMAIL && !(mail.about === 'booking' && mail.calls.length > 1)
}

/** As a mail program would send it: in the thread of the request's first mail, with the message quoted. */
function composeReply(mail: ClaimedReply, { from, to }: Pick<MailConfig, 'from' | 'to'>): SendMailOptions {
  const { subject, body } = mail.reply
  return {
    messageId: messageId(mail.id),
    ...inThread(mail.reply),
    from: { name: site.name, address: from },
    to: { name: '', address: mail.email },
    replyTo: { name: site.name, address: to },
    subject,
    text: `${withQuote(body, quotedMessage(mail.reply, mail.message))}\n`,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const MAX_QUOTE = 2_000

function quotedMessage({ kind }: ClaimedReply['reply'], message: string | null): string {
  if (!message || ['offer', 'offer_withdrawn'].includes(kind)) return ''
  const letters = Array.from(message)
  return letters.length > MAX_QUOTE ? letters.slice(0, MAX_QUOTE).join('') + ELLIPSIS : message
}

/** Mail programs drop a Message-ID that they have seen. `sequence` is the call's `calendar_sequence` (0: left out). */
function messageId(id: string, sequence = 0): string {
  return `<${sequence > 0 ? `${id}.${sequence}` : id}@${new URL(site.url).host}>`
}

function inThread({ thread, thread_sequence }: { thread: string | null; thread_sequence: number }) {
  const inReplyTo = thread ? messageId(thread, thread_sequence) : undefined
  return { inReplyTo, references: inReplyTo }
}

function describeCall(mail: BookingMail): Call {
  const { date, start_time, end_time, status, known_date, known_start_time, known_end_time } = mail
  const isMoved = known_date && known_start_time && (known_date !== date || known_start_time !== start_time)
  const isResized = !isMoved && known_end_time && known_end_time !== end_time
  const zone = zoneName(date, start_time)
  const { text, url } = mail.where
  return {
    when: formatStudioTimes(mail),
    short: `${formatShortDate(date)}, ${formatTime(start_time)} ${zone}`,
    before: isMoved
      ? describeStart(known_date, known_start_time)
      : isResized
        ? {
            ...describeStart(date, start_time),
            when: formatStudioTimes({ ...mail, end_time: known_end_time }),
          }
        : undefined,
    where: status === 'confirmed' ? [...new Set([text, url])].filter(Boolean).join('\n') : undefined,
  }
}

function describeStart(date: string, time: string) {
  const at = `${formatTime(time)} ${zoneName(date, time)}`
  return { when: `${formatLongDate(date)}, ${at}`, short: `${formatShortDate(date)}, ${at}` }
}

function manageUrl({ about_id, link_version }: BookingMail, origin: string): string | null {
  const path = managePath(about_id, link_version)
  return path && origin + path
}

function offerUrl({ offer_id, link_version }: OfferMail, origin: string): string | null {
  const path = offerPath(offer_id, link_version)
  return path && origin + path
}

const ICS = 'strategy-call.ics'

function invitation(mail: BookingMail) {
  const method = mail.kind === 'cancelled' ? 'CANCEL' : 'REQUEST'
  const attendee = { name: isPlainName(mail.name) ? mail.name : mail.email, email: mail.email }
  return { method, filename: ICS, content: calendarFile(calendarCall(mail), method, attendee) }
}

function studioEvent(mail: BookingMail, origin: string) {
  const method = mail.kind === 'cancelled' ? 'CANCEL' : 'PUBLISH'
  const forStudio = {
    visitor: mail.email === ERASED_EMAIL ? null : mail.name,
    note: adminUrl(mail, origin),
  }
  return { method, filename: ICS, content: calendarFile({ ...calendarCall(mail), forStudio }, method) }
}

function calendarCall(mail: BookingMail) {
  const { text, url } = mail.where
  return {
    ...mail,
    id: mail.about_id,
    sequence: mail.calendar_sequence,
    location: text,
    url: url ?? undefined,
  }
}
