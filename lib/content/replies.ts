/** An admin edits a text before sending it. */

interface Facts {
  /** 'Tue 1 Dec, 9:00 am EST', and the whole time; null for a message. */
  start: string | null
  when: string | null
  /** Only if the call is confirmed. */
  where: string | null
  /** The date of a message: 'Friday 20 November 2026'. */
  wroteOn?: string
  isOver?: boolean
  /** The call was held or is cancelled, so the studio does not give it up. */
  isPast: boolean
  /** The site's mail shows this text above the facts of the call. */
  isAboveFacts?: boolean
  link: string | null
  /** A line each. */
  times: string[]
  /** From the offer that the visitor has just accepted. */
  agreed: { price: string; start: string | null; payment: string | null } | null
}
type Line = string | null

/** Marks where the admin must write something. No text from the database can contain this character. */
export const GAP = '\0'

/** While nothing is written there. */
export const gapErrors = {
  answer: 'Write your answer first.',
  accepted: 'Write what they do or get first.',
}

export const replyNames = {
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
const texts = {
  confirm: {
    subject: ({ start }) => (start ? `Your call on ${start}` : 'Your call'),
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
    subject: ({ start }) => (start ? 'Another time for our call?' : 'A time to talk it over?'),
    lines: (facts) => {
      const asks = facts.start
        ? askAgain(facts)
        : 'Thank you for writing. Shall we talk it over in a free call?'
      if (facts.times.length === 0) return [asks, changeLine(facts)]
      return [
        `${asks} ${facts.times.length === 1 ? 'This time is free:' : 'These times are free:'}`,
        facts.times.join('\n'),
        // With `link`, a time's link leads to the booking's own page, otherwise to the booking page.
        `${facts.link ? 'Take one, and your call is confirmed.' : 'Take one to book it.'} None suits you? Reply to this email.`,
      ]
    },
  },
  decline: {
    subject: ({ start }) => (start ? `Our call on ${start}` : 'Your message'),
    lines: ({ start }) => [
      start ? `Thank you for booking a call with us on ${start}.` : 'Thank you for writing to us.',
      'We are sorry: we are not the right people for this, and we would rather say so now than waste your time.',
      start && 'The call won’t take place, and its time is not held any more.',
      'We wish you every success with it.',
    ],
  },
  answer: {
    subject: ({ start, agreed }) => (agreed ? ACCEPTED : start ? `Your call on ${start}` : 'Your message'),
    lines: (facts) =>
      facts.agreed
        ? thankFor(facts.agreed)
        : [
            facts.start ? 'Thank you for booking a call with us.' : 'Thank you for writing.',
            GAP,
            aboutCall(facts),
            changeLine(facts),
          ],
  },
  after_call: {
    subject: () => 'Thank you for the call',
    lines: ({ start }) => [
      start ? `Thank you for talking with us on ${start}.` : 'Thank you for talking with us.',
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
} satisfies Record<string, { subject: (facts: Facts) => string; lines: (facts: Facts) => Line[] }>

export const replies: { sample?: true; texts: typeof texts } = {
  sample: true,
  texts,
}

const ACCEPTED = 'Your offer: thank you, and the first step'

function thankFor({ price, start, payment }: NonNullable<Facts['agreed']>): Line[] {
  const begins = start && `We begin on ${start}.`
  const pays = payment && `The first payment is ${payment}.`
  return [
    `Thank you for accepting our offer of ${price}. We are glad to build this with you.`,
    `The first step:\n${GAP}`,
    [begins, pays].filter(Boolean).join(' '),
  ]
}

function describeCall({ when, where }: Facts): Line {
  return when && [when, where && `Where: ${where}`].filter(Boolean).join('\n')
}

/** 'our call on Tue 1 Dec, 9:00 am EST', 'your message of Friday 20 November 2026'. */
function subjectOf({ start, wroteOn }: Facts): string {
  if (start) return `our call on ${start}`
  return wroteOn ? `your message of ${wroteOn}` : 'your message'
}

function aboutCall(facts: Facts): Line {
  return facts.when && `This is about our call:\n${describeCall(facts)}`
}

/** Says sorry only if the studio gives the call up. */
function askAgain({ start, isPast, isOver }: Facts): string {
  if (isPast) return `This is about our call on ${start}. Shall we find another time?`
  return isOver
    ? `We are sorry: we could not make our call on ${start}.`
    : `Thank you for booking a call with us. We are sorry: we cannot make it on ${start}.`
}

function changeLine({ link }: Facts): Line {
  return link && `To see, move or cancel the call:\n${link}`
}
