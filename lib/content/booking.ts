import type { Founder } from './about'
import { placeTime } from './place'
import { site } from './studio'

export const booking = {
  title: 'Book a free call',
  lead: (byPhone: boolean) =>
    `30 minutes by ${byPhone ? 'phone' : 'video'} with one of the two people who would build it.`,
  studioClock: placeTime,
  yourTime: 'your time',
  /** Between 10 pm and 7 am on the visitor's clock. */
  inNight: 'in your night',
  nextTimes: {
    title: 'The next free times',
    allInNight: 'All in your night.',
    writeInstead: 'Write to us instead',
  },
  next: {
    title: 'What happens next',
  },
  noObligation: {
    booking: 'No obligation. You get a link to move or cancel it.',
    inquiry: 'No obligation. We reply within 24 hours.',
  },
  privacy: {
    purpose: 'We use what you write here to hold the call and to answer you, for nothing else.',
    rights: 'You can see, correct or erase what we keep about you at any time:',
  },
  undecided: { question: 'Not sure which package you need?', link: 'Answer five questions' },
  change: 'Change or cancel this call',
  bookAnother: 'Book another call',
  bookedCall: 'You have booked',
  unreachable: 'We could not reach our calendar just now.',
  taken: {
    title: 'That time is no longer free',
    lead: 'The nearest free times:',
  },
} as const

const same = 'What you sent now has changed nothing.'

export const stored = {
  booking: {
    title: 'Booking created successfully',
    message: "Your booking has been submitted successfully. We'll be in touch soon!",
  },
  inquiry: {
    title: 'Inquiry submitted successfully',
    message: "Your message has been sent successfully. We'll get back to you soon!",
  },
  cancelled: { title: 'This booking was cancelled', message: 'Its time is no longer held for you.' },
  /** The request was stored before, with other details. */
  before: {
    inquiry: {
      title: 'We already have your message',
      message: `${same} Write to ${site.email} about anything that is different.`,
    },
    booking: {
      title: 'You have booked this call',
      message: `${same} To change anything, also a wrong email address, write to ${site.email}.`,
    },
    /** The visitor has the link of the call's own page. */
    linked: {
      title: 'You have booked this call',
      message: `${same} Move or cancel the call on its own page; for anything else, write to ${site.email}.`,
    },
  },
}

export function describeReply(email: string): string {
  return `We’ll read it and reply to ${email} within 24 hours.`
}

/** `phone` is the number that the studio rings, '' if the visitor gave none; null for a video call. */
export function describeLocation(phone: string | null): string {
  if (phone === null) return 'By video, with one of us'
  return phone ? `By phone: we ring ${phone}` : 'By phone, with one of us'
}

/** `phone` as in {@link describeLocation}; `mailed`: the visitor gets a mail. */
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

export const linkText = {
  /** If the site sends no mail. */
  note: 'Until we confirm, no email comes.',
  copy: 'Copy the link to change or cancel it',
  copyIts: 'Copy its link',
  copied: 'Copied',
  mail: 'Email it to yourself',
  /** Before the bare link, without JavaScript. */
  bare: 'To change or cancel it:',
  byHand: { title: 'Copy it by hand:', text: 'the browser did not let us. It is selected.' },
  first: 'Keep the link first: without it this call cannot be changed.',
  open: 'Change or cancel it',
} as const
