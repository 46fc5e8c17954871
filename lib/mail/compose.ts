import type { SendMailOptions } from 'nodemailer'
import { calendarFile } from '../booking/calendar-file'
import { callLocation } from '../booking/call-location'
import { managePath } from '../manage/token'
import { callMail, inquiryMail, isPlainName, type Call, studioMail } from '../content/mail'
import { site } from '../content/site'
import { formatLongDate, formatShortDate, formatTime, zoneName } from '../dates'
import { ERASED_EMAIL } from '../requests/request'
import type { BookingMail, ClaimedMail } from './claimed'
import type { MailConfig } from './config'
import { htmlText, plainText } from './layout'

/**
 * Renders a mail as options for nodemailer. The only text of a visitor in the headers is the e-mail
 * address, passed as an object so that it is not parsed. A mail that is sent twice has the same
 * Message-ID both times. `origin` is the base of its links, by default the site's public address.
 */
export function composeMail(
  mail: ClaimedMail,
  { from, to, origin = site.url }: Pick<MailConfig, 'from' | 'to'> & { origin?: string },
): SendMailOptions {
  const call = mail.about === 'booking' ? describeCall(mail) : null
  const visitor = { name: '', address: mail.email }
  const studio = { name: site.name, address: to }
  const toVisitor = mail.recipient === 'visitor'
  const words = !toVisitor
    ? studioMail(mail, call, origin)
    : mail.about === 'booking' && call
      ? callMail(mail, call, manageUrl(mail, origin))
      : inquiryMail(mail)
  return {
    messageId: `<${mail.id}@${new URL(site.url).host}>`,
    from: { name: site.name, address: from },
    to: toVisitor ? visitor : studio,
    replyTo: toVisitor ? studio : mail.email === ERASED_EMAIL ? undefined : visitor,
    subject: words.subject,
    headers: { 'Auto-Submitted': 'auto-generated' },
    text: plainText(words),
    html: htmlText(words),
    icalEvent:
      toVisitor && mail.about === 'booking' && mail.kind !== 'reminder' ? invitation(mail) : undefined,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function describeCall(mail: BookingMail): Call {
  const { date, start_time, end_time, status } = mail
  const zone = zoneName(date, start_time)
  const { words, url } = callLocation(mail)
  return {
    when: `${formatLongDate(date)}, ${formatTime(start_time)} to ${formatTime(end_time)} ${zone} (Wellington time)`,
    short: `${formatShortDate(date)}, ${formatTime(start_time)} ${zone}`,
    where: status === 'confirmed' ? [...new Set([words, url])].filter(Boolean).join('\n') : undefined,
  }
}

function manageUrl({ about_id, link_version }: BookingMail, origin: string): string | null {
  const path = managePath(about_id, link_version)
  return path && origin + path
}

function invitation(mail: BookingMail) {
  const { words, url } = callLocation(mail)
  const method = mail.kind === 'cancelled' ? 'CANCEL' : 'REQUEST'
  const call = { ...mail, id: mail.about_id, sequence: mail.calendar_sequence, location: words, url }
  const attendee = { name: isPlainName(mail.name) ? mail.name : mail.email, email: mail.email }
  return { method, filename: 'strategy-call.ics', content: calendarFile(call, method, attendee) }
}
