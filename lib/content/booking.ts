import type { StoredRequest } from '../booking/form'
import { formatShortDate, formatTime } from '../dates'
import { site } from './site'
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
    title: `You have booked ${formatShortDate(sent.date)} at ${formatTime(sent.start_time)}`,
    message: sent.manage
      ? `${same} Move or cancel the call on its own page; for anything else, write to ${site.email}.`
      : `${same} To change anything, also a wrong email address, write to ${site.email}.`,
  }
}

/** The sentence that says what happens next; null when nothing does. */
export function describeNext({ kind, status, email, differs, mailed }: StoredRequest): string | null {
  if (differs || status === 'cancelled') return null
  if (kind === 'inquiry') return `We’ll read it and reply to ${email} within 24 hours.`
  if (status === 'confirmed') return 'It is confirmed: we look forward to the call.'
  const held = 'Until then the time is held for you: nobody else can book it.'
  return mailed
    ? `An email with the details is on its way to ${email}. We’ll confirm the call there within 24 hours. ${held}`
    : `We’ll write to ${email} within 24 hours to confirm it. ${held}`
}

/** Where a call is, in a few words. `phone` is the number that the studio rings; without one it is by video. */
export function placeOf(phone: string | null): string {
  return phone ? `By phone: we ring ${phone}` : 'By video, with one of the two founders'
}

/** What comes next of a call that is to be confirmed. `email` is where the studio writes to. */
export function nextSteps(email: string, phone: string | null) {
  return [
    { title: 'We confirm it within 24 hours', text: `We write to ${email}. The time is held for you.` },
    phone
      ? { title: 'We ring you', text: `On ${phone}. One of the two founders, for 30 minutes.` }
      : { title: 'We meet by video', text: 'The link comes with the confirmation.' },
    { title: 'Bring the idea as it is', text: 'No slides, no jargon, no obligation.' },
  ]
}
