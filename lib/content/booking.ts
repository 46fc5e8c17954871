import type { StoredRequest } from '../booking/form'
import type { Founder } from './about'
import { placeTime } from './place'
import { site } from './studio'

/** Texts of the booking page. Other labels and messages of the page are in its components. */
export const booking = {
  title: 'Book a free call',
  /** The lead for a call by phone, or else by video. */
  lead: (byPhone: boolean) =>
    `30 minutes by ${byPhone ? 'phone' : 'video'} with one of the two people who would build it.`,
  studioClock: placeTime,
  yourTime: 'your time',
  /** Marks a time between 10 pm and 7 am on the visitor's clock. */
  inNight: 'in your night',
  nextTimes: {
    title: 'The next free times',
    allInNight: 'All in your night.',
    writeInstead: 'Write to us instead',
  },
  next: {
    title: 'What happens next',
  },
  /** Below the button of step 2. */
  noObligation: {
    booking: 'No obligation. You get a link to move or cancel it.',
    inquiry: 'No obligation. We reply within 24 hours.',
  },
  privacy: {
    purpose: 'We use what you write here to hold the call and to answer you, for nothing else.',
    rights: 'You can see, correct or erase what we keep about you at any time:',
  },
  /** A link to /start below the calendar, for visitors who came without a package. */
  undecided: { question: 'Not sure which package you need?', link: 'Answer five questions' },
  change: 'Change or cancel this call',
  bookAnother: 'Book another call',
  /** Before the time of the call that the visitor has booked. */
  bookedCall: 'You have booked',
  unreachable: 'We could not reach our calendar just now.',
  taken: {
    title: 'That time is no longer free',
    lead: 'The nearest free times:',
  },
} as const

/** The heading and the sentence of the confirmation panel. */
export function describeStored(sent: StoredRequest): { title: string; message: string } {
  if (sent.kind === 'booking' && sent.status === 'cancelled') {
    return { title: 'This booking was cancelled', message: 'Its time is no longer held for you.' }
  }
  if (!sent.differs) {
    return sent.kind === 'booking'
      ? {
          title: 'Booking created successfully',
          message: "Your booking has been submitted successfully. We'll be in touch soon!",
        }
      : {
          title: 'Inquiry submitted successfully',
          message: "Your message has been sent successfully. We'll get back to you soon!",
        }
  }
  const same = 'What you sent now has changed nothing.'
  if (sent.kind === 'inquiry') {
    return {
      title: 'We already have your message',
      message: `${same} Write to ${site.email} about anything that is different.`,
    }
  }
  return {
    title: 'You have booked this call',
    message: sent.manage
      ? `${same} Move or cancel the call on its own page; for anything else, write to ${site.email}.`
      : `${same} To change anything, also a wrong email address, write to ${site.email}.`,
  }
}

/** The sentence that confirms a visitor's message. */
export function describeReply(email: string): string {
  return `We’ll read it and reply to ${email} within 24 hours.`
}

/**
 * Describes the location of a call. `phone` is the number that the studio rings, '' if the visitor gave none;
 * null for a video call.
 */
export function describeLocation(phone: string | null): string {
  if (phone === null) return 'By video, with one of us'
  return phone ? `By phone: we ring ${phone}` : 'By phone, with one of us'
}

/**
 * The next steps after a booking. `email` is the visitor's address, `phone` as in {@link describeLocation};
 * `mailed` is true if the visitor gets a mail.
 */
export function nextSteps(email: string, phone: string | null, { mailed = false, isConfirmed = false } = {}) {
  return [
    isConfirmed
      ? { title: 'It is confirmed', text: 'We look forward to the call.' }
      : {
          title: 'We confirm it within 24 hours',
          text: `${mailed ? 'An email is on its way' : 'We write'} to ${email}. The time is held for you.`,
        },
    phone === null
      ? { title: 'We meet by video', text: 'The link comes with the confirmation.' }
      : {
          title: 'We ring you',
          text: `${phone ? `On ${phone}.` : 'We write to you for the number.'} It is one of us, for 30 minutes.`,
        },
    { title: 'Bring the idea as it is', text: 'No slides, no jargon, no obligation.' },
  ]
}

/** The next steps before a booking, or before a message without a time. */
export function stepsBefore(byPhone: boolean, kind: 'booking' | 'inquiry' = 'booking') {
  const bring = { title: 'Bring the idea as it is', text: 'No slides, no jargon, no obligation.' }
  if (kind === 'inquiry')
    return [{ title: 'We reply within 24 hours', text: 'We write to the address that you give.' }, bring]
  return [
    { title: 'We confirm it within 24 hours', text: 'We write to the address that you give.' },
    byPhone
      ? { title: 'We ring you', text: 'On the number that you give.' }
      : { title: 'We meet by video', text: 'The link comes with the confirmation.' },
    bring,
  ]
}

/** Who is on the call, in two lines: by name, or while founders are samples, by trade. */
export function callWith(founders: readonly Founder[]): { title: string; text: string } {
  if (founders.some(({ sample }) => sample))
    return {
      title: 'With one of the two of us',
      text: `${founders.map(({ does }) => `one ${does}`).join(', ')}.`.replace(/^o/, 'O'),
    }
  const first = ({ name }: Founder) => name.split(' ')[0] ?? name
  return {
    title: `With ${founders.map(({ name }) => name).join(' or ')}`,
    text: `${founders.map((founder) => `${first(founder)} ${founder.does}`).join(', ')}.`,
  }
}

/** Texts that help visitors to keep the link that changes or cancels their call. */
export const keepLink = {
  /** Shown when the site sends no mail. */
  note: 'Until we confirm, no email comes.',
  copy: 'Copy the link to change or cancel it',
  copied: 'Copied',
  mail: 'Email it to yourself',
  /** Shown before the link itself if the browser runs no JavaScript. */
  bare: 'To change or cancel it:',
  byHand: { title: 'Copy it by hand:', text: 'the browser did not let us. It is selected.' },
  first: 'Keep the link first: without it this call cannot be changed.',
  /** A link to the call's own page. */
  open: 'Change or cancel it',
} as const
