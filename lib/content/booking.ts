import type { StoredRequest } from '../booking/form'
/** Texts of the booking page. Its labels and messages are in the components. */
export const booking = {
  title: 'Book a free call',
  lead: 'A free 30-minute call about your product. Bring the idea as it is: no slides, no jargon, no obligation.',
  privacy: {
    purpose: 'We use what you write here to hold the call and to answer you, for nothing else.',
    rights: 'You can see, correct or erase what we keep about you at any time:',
  },
  /** Below the calendar, to /start, for who came without a package. */
  undecided: { question: 'Not sure which package you need?', link: 'Answer five questions' },
  taken: {
    title: 'That time is no longer free',
    lead: 'These are the nearest free times:',
  },
} as const

const LATER_CHANGES = 'Anything you changed after that has not reached us: please write to us about it.'

/** The heading and the sentence of the confirmation panel. */
export function describeStored({ kind, status, repeat }: Pick<StoredRequest, 'kind' | 'status' | 'repeat'>): {
  title: string
  message: string
} {
  if (repeat !== 'unchanged') {
    return kind === 'booking'
      ? {
          title: 'Booking created successfully',
          message: "Your booking has been submitted successfully. We'll be in touch soon!",
        }
      : {
          title: 'Inquiry submitted successfully',
          message: "Your message has been sent successfully. We'll get back to you soon!",
        }
  }
  if (kind === 'inquiry') {
    return { title: 'We already have your message', message: `It reached us before. ${LATER_CHANGES}` }
  }
  if (status === 'cancelled') {
    return {
      title: 'This booking was cancelled',
      message: 'It reached us before, and has been cancelled since: its time is no longer held for you.',
    }
  }
  return status === 'confirmed'
    ? {
        title: 'Your booking is confirmed',
        message: `It reached us before, and we confirmed it. ${LATER_CHANGES}`,
      }
    : {
        title: 'We already have your booking',
        message: `It reached us before, and its time is held for you. ${LATER_CHANGES}`,
      }
}

/** The sentence that says what happens next; null when nothing does. */
export function describeNext({ kind, status, email, repeat, mailed }: StoredRequest): string | null {
  if (repeat === 'unchanged' || status === 'cancelled') return null
  if (kind === 'inquiry') return `We’ll read it and reply to ${email} within 24 hours.`
  if (status === 'confirmed') return 'It is confirmed: we look forward to the call.'
  const held = 'Until then the time is held for you: nobody else can book it.'
  return mailed
    ? `An email with the details is on its way to ${email}. We’ll confirm the call there within 24 hours. ${held}`
    : `We’ll write to ${email} within 24 hours to confirm it. ${held}`
}
