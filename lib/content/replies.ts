/** An admin edits a text before sending it. */
import {
  formatLongDate,
  formatShortDate,
  formatStudioTimes,
  formatTime,
  type StudioTimes,
  zoneName,
} from '../dates'
import { type Agreed, printAs } from '../offers/agreed'
import { printedAmount } from '../offers/text'
import type { BookingStatus, ReplyKind } from '../statuses'
import { greeting } from './mail'
import { type OfferFacts, offerLetter } from './offer-mail'
import { place } from './place'
import { site } from './studio'

export interface ReplyFacts {
  name: string
  call: (StudioTimes & { status?: BookingStatus }) | null
  wroteOn?: string
  isOver?: boolean
  where: string | null
  /** The site's mail shows this text above the facts of the call. */
  isAboveFacts?: boolean
  link: string | null
  times: (StudioTimes & { link: string })[]
  offer?: OfferFacts
  agreed?: Agreed | null
}

export interface ReplyText {
  subject: string
  body: string
  /** The position where the admin must write something; null if the text is complete. */
  gap: number | null
  gapError: string
}

type Texts = Record<
  ReplyKind,
  { subject: (facts: ReplyFacts) => string; lines: (facts: ReplyFacts) => Line[] }
>
type Line = string | null

/** Marks a {@link ReplyText.gap}. No text from the database can contain this character. */
const GAP = '\0'

export const replyNames: Record<ReplyKind, string> = {
  confirm: 'Confirm',
  propose: 'Propose other times',
  decline: 'Decline kindly',
  answer: 'Answer',
  after_call: 'After the call',
  follow_up: 'Follow up',
  offer: 'The offer',
  offer_withdrawn: 'That the offer no longer holds',
}

/** Each line becomes a paragraph; null is left out. */
export const replies: { sample?: true; texts: Texts } = {
  sample: true,
  texts: {
    confirm: {
      subject: ({ call }) => (call ? `Your call on ${shortTime(call)}` : 'Your call'),
      lines: (facts) =>
        facts.isAboveFacts
          ? ['Thank you for booking a call with us. It is confirmed.', 'We look forward to talking with you.']
          : [
              'Thank you for booking a call with us. It is confirmed:',
              describeCall(facts),
              'We look forward to talking with you.',
              changeLine(facts),
            ],
    },
    propose: {
      subject: ({ call }) => (call ? 'Another time for our call?' : 'A time to talk it over?'),
      lines: (facts) => {
        const asks = facts.call
          ? askAgain(facts.call, facts.isOver)
          : 'Thank you for writing. Shall we talk it over in a free call?'
        if (facts.times.length === 0) return [asks, changeLine(facts)]
        return [
          `${asks} ${facts.times.length === 1 ? 'This time is free:' : 'These times are free:'}`,
          facts.times.map(timeLine).join('\n'),
          // With `link`, a time's link leads to the booking's own page, otherwise to the booking page.
          `${facts.link ? 'Take one, and your call is confirmed.' : 'Take one to book it.'} None suits you? Reply to this email.`,
        ]
      },
    },
    decline: {
      subject: ({ call }) => (call ? `Our call on ${shortTime(call)}` : 'Your message'),
      lines: ({ call }) => [
        call ? `Thank you for booking a call with us on ${shortTime(call)}.` : 'Thank you for writing to us.',
        'We are sorry: we are not the right people for this, and we would rather say so now than waste your time.',
        call && 'The call won’t take place, and its time is not held any more.',
        'We wish you every success with it.',
      ],
    },
    answer: {
      subject: ({ call, agreed }) =>
        agreed ? ACCEPTED : call ? `Your call on ${shortTime(call)}` : 'Your message',
      lines: (facts) =>
        facts.agreed
          ? thankFor(facts.agreed)
          : [
              facts.call ? 'Thank you for booking a call with us.' : 'Thank you for writing.',
              GAP,
              aboutCall(facts),
              changeLine(facts),
            ],
    },
    after_call: {
      subject: () => 'Thank you for the call',
      lines: ({ call }) => [
        call ? `Thank you for talking with us on ${shortTime(call)}.` : 'Thank you for talking with us.',
        'What happens next:',
        GAP,
        'Reply to this email with whatever has come up since.',
      ],
    },
    follow_up: {
      subject: (facts) => `About ${subjectOf(facts)}`,
      lines: (facts) => [
        `We wrote to you some days ago about ${subjectOf(facts)}, and would like to know whether it reached you.`,
        aboutCall(facts),
        changeLine(facts),
        'If it is no longer of use to you, one word is enough, and we won’t write again.',
      ],
    },
    offer: {
      subject: ({ offer }) => offerLetter('offer', offer).subject,
      lines: ({ offer }) => offerLetter('offer', offer).lines,
    },
    offer_withdrawn: {
      subject: ({ offer }) => offerLetter('offer_withdrawn', offer).subject,
      lines: ({ offer }) => offerLetter('offer_withdrawn', offer).lines,
    },
  },
}

export function writeReply(kind: ReplyKind, facts: ReplyFacts): ReplyText {
  const { subject, lines } = replies.texts[kind]
  const paragraphs = [
    greeting(firstName(facts.name)),
    ...lines(facts),
    `${place.letters.closing},\n${site.name}`,
  ]
  const body = paragraphs.filter(Boolean).join('\n\n')
  const gap = body.indexOf(GAP)
  const gapError = facts.agreed ? 'Write what they do or get first.' : 'Write your answer first.'
  return { subject: subject(facts), body: body.replace(GAP, ''), gap: gap === -1 ? null : gap, gapError }
}

/** Of a name of two words; else the whole name. */
function firstName(name: string): string {
  const [first = name, ...others] = name.trim().split(/ +/)
  return others.length === 1 ? first : name
}

const ACCEPTED = 'Your offer: thank you, and the first step'

function thankFor(agreed: Agreed): Line[] {
  const { start, payments, printed } = agreed
  const begins = start && `We begin on ${start}.`
  const pays = payments && `The first payment is ${printedAmount(printAs(agreed, payments.first.cents))}.`
  return [
    `Thank you for accepting our offer of ${printedAmount(printed)}. We are glad to build this with you.`,
    `The first step:\n${GAP}`,
    [begins, pays].filter(Boolean).join(' '),
  ]
}

/** 'Tue 1 Dec, 9:00 am EST'. */
export const timeLine = (time: StudioTimes) => shortTime(time)

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

function describeCall({ call, where }: ReplyFacts): Line {
  if (!call) return null
  return [formatStudioTimes(call), where && `Where: ${where}`].filter(Boolean).join('\n')
}

/** 'our call on Tue 1 Dec, 9:00 am EST', 'your message of Friday 20 November 2026'. */
function subjectOf({ call, wroteOn }: ReplyFacts): string {
  if (call) return `our call on ${shortTime(call)}`
  return wroteOn ? `your message of ${formatLongDate(wroteOn)}` : 'your message'
}

function aboutCall(facts: ReplyFacts): Line {
  return facts.call && `This is about our call:\n${describeCall(facts)}`
}

/** Says sorry only if the studio gives the call up. */
function askAgain(call: NonNullable<ReplyFacts['call']>, isOver = false): string {
  if (call.status === 'cancelled' || (isOver && call.status === 'confirmed'))
    return `This is about our call on ${shortTime(call)}. Shall we find another time?`
  return isOver
    ? `We are sorry: we could not make our call on ${shortTime(call)}.`
    : `Thank you for booking a call with us. We are sorry: we cannot make it on ${shortTime(call)}.`
}

function changeLine({ link }: ReplyFacts): Line {
  return link && `To see, move or cancel the call:\n${link}`
}

function shortTime({ date, start_time }: StudioTimes): string {
  return `${formatShortDate(date)}, ${formatTime(start_time)} ${zoneName(date, start_time)}`
}
