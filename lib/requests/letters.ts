import { GAP, gapErrors, replies } from '../content/replies'
import { place } from '../content/place'
import { site } from '../content/studio'
import {
  formatLongDate,
  formatShortDate,
  formatStudioTimes,
  formatTime,
  type StudioTimes,
  zoneName,
} from '../dates'
import { greeting } from '../mail/greeting'
import { type OfferFacts, offerLetter } from '../mail/offer-mail'
import { type Agreed, printAs } from '../offers/agreed'
import { printedAmount } from '../offers/text'
import type { BookingStatus, ReplyKind } from '../statuses'

/** Links are absolute. */
export interface ReplyFacts {
  name: string
  call: (StudioTimes & { status?: BookingStatus }) | null
  wroteOn?: string
  isOver?: boolean
  /** Only if the call is confirmed. */
  where: string | null
  /** The site's mail shows this text above the facts of the call. */
  isAboveFacts?: boolean
  /** Null if the visitor can no longer change the booking. */
  link: string | null
  times: (StudioTimes & { link: string })[]
  offer?: OfferFacts
  /** Accepted, and the visitor waits to hear about it. */
  agreed?: Agreed | null
}

export interface ReplyText {
  subject: string
  body: string
  gap: number | null
  /** While nothing is written at `gap`. */
  gapError: string
}

export function writeReply(kind: ReplyKind, facts: ReplyFacts): ReplyText {
  const { subject, lines } = wordsOf(kind, facts)
  const paragraphs = [greeting(firstName(facts.name)), ...lines, `${place.letters.closing},\n${site.name}`]
  const body = paragraphs.filter(Boolean).join('\n\n')
  const gap = body.indexOf(GAP)
  const gapError = gapErrors[facts.agreed ? 'accepted' : 'answer']
  return { subject, body: body.replace(GAP, ''), gap: gap === -1 ? null : gap, gapError }
}

/** Letters about offers have the texts of the site's own mails. */
function wordsOf(kind: ReplyKind, { call, agreed, ...facts }: ReplyFacts) {
  if (kind === 'offer' || kind === 'offer_withdrawn') return offerLetter(kind, facts.offer)
  const { subject, lines } = replies.texts[kind]
  const payment = agreed?.payments?.first.cents
  const words = {
    ...facts,
    start: call && timeLine(call),
    when: call && formatStudioTimes(call),
    wroteOn: facts.wroteOn && formatLongDate(facts.wroteOn),
    isPast: call?.status === 'cancelled' || (facts.isOver === true && call?.status === 'confirmed'),
    times: facts.times.map(timeLine),
    agreed: agreed
      ? {
          price: printedAmount(agreed.printed),
          start: agreed.start,
          payment: payment === undefined ? null : printedAmount(printAs(agreed, payment)),
        }
      : null,
  }
  return { subject: subject(words), lines: lines(words) }
}

/** The first word of a name of two; else the whole name. */
export function firstName(name: string): string {
  const [first = name, ...others] = name.trim().split(/ +/)
  return others.length === 1 ? first : name
}

/** 'Tue 1 Dec, 9:00 am EST'. */
export function timeLine({ date, start_time }: StudioTimes): string {
  return `${formatShortDate(date)}, ${formatTime(start_time)} ${zoneName(date, start_time)}`
}

export const hasTime = (body: string, time: ReplyFacts['times'][number]) =>
  body.includes(time.link) || body.split('\n').some((line) => line.trim() === timeLine(time))

/** Below each line that is exactly one of these times. */
export function linkTimes(body: string, times: ReplyFacts['times']): string {
  const unlinked = times.filter(({ link }) => !body.includes(link))
  const withLink = (line: string) => {
    const time = unlinked.find((one) => timeLine(one) === line.trim())
    return time ? `${line}\n${time.link}` : line
  }
  return body.split('\n').map(withLink).join('\n')
}

/** Null removes or adds a line. A new line stands below the last one of `times`, or at the end. */
export function changeTime(
  text: string,
  [before, after]: [StudioTimes | null, StudioTimes | null],
  times: StudioTimes[],
): string {
  const lines = text.split('\n')
  // An undone letter has a time's link below its line.
  const length = (at: number) => (lines[at + 1]?.includes('&slot=') ? 2 : 1)
  const isLine = (line: string, time: StudioTimes) => line.trim() === timeLine(time)
  const at = before ? lines.findIndex((line) => isLine(line, before)) : -1
  if (at !== -1) return lines.toSpliced(at, length(at), ...(after ? [timeLine(after)] : [])).join('\n')
  if (!after) return text
  const last = lines.findLastIndex((line) => times.some((time) => isLine(line, time)))
  if (last === -1) return `${text}\n\n${timeLine(after)}`
  return lines.toSpliced(last + length(last), 0, timeLine(after)).join('\n')
}
