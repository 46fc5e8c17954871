/** Labels of facts and buttons are in `lib/mail`. */
import { site } from './studio'

/** `short` is the call's time: 'Tue 1 Dec, 9:00 am EST'. */
interface Template {
  subject: (short: string) => string
  title: string
  lines: string[]
}

const invitation = 'Your calendar shows it in your own time: the invitation is attached.'
const held = 'The time is held for you. We’ll write again as soon as we have confirmed it.'

export const toVisitor = {
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
} satisfies Record<string, Template>

/** It names no number of minutes, because the mail may arrive later. */
export const soon: Template = {
  subject: (short) => `Your call begins soon: ${short}`,
  title: 'Your call begins soon',
  lines: ['We look forward to talking with you. This is where we meet:'],
}

/** `hasPage`: the booking has a page of its own, because the site has a `SITE_SECRET`. */
export const movedByUs = (isConfirmed: boolean, hasPage: boolean): Template => ({
  subject: (short) => `We have moved your call: ${short}`,
  title: 'We have moved your call',
  lines: [
    'We are sorry: we had to move your call to the time below.',
    isConfirmed ? `It is confirmed: there is nothing you need to do. ${invitation}` : `${held} ${invitation}`,
    hasPage
      ? 'The new time doesn’t suit you? Reply to this email, or choose another one on the page of your booking.'
      : 'The new time doesn’t suit you? Reply to this email.',
  ],
})

export const messageArrived = {
  subject: 'We have your message',
  title: 'We have your message',
  lines: [
    `Thank you for writing to ${site.name}. We'll get back to you soon!`,
    'You didn’t write to us? Then somebody gave your address by mistake, and you can leave this email unanswered.',
  ],
}

export const toStudio = {
  received: { subject: (short) => `New booking: ${short}`, title: 'A new booking', lines: [] },
  moved: { subject: (short) => `Moved by the visitor: ${short}`, title: 'A visitor moved a call', lines: [] },
  cancelled: {
    subject: (short) => `Cancelled by the visitor: ${short}`,
    title: 'A visitor cancelled a call',
    lines: ['Its time can be booked again.'],
  },
  still_pending: {
    subject: (short) => `Confirm, or say no: ${short}`,
    title: 'Still to confirm',
    lines: ['Nobody has confirmed this yet. Three hours before the call its visitor is told so.'],
  },
  // The site never mails the rest to the studio.
  confirmed: { subject: (short) => `Confirmed: ${short}`, title: 'A confirmed call', lines: [] },
  location: { subject: (short) => `New location: ${short}`, title: 'A new location', lines: [] },
  kept: { subject: (short) => `Kept: ${short}`, title: 'A call that stays', lines: [] },
  reminder: { subject: (short) => `Coming up: ${short}`, title: 'A call is coming up', lines: [] },
} satisfies Record<string, Template>

export const newMessage = (sender: string): Template => ({
  subject: () => `New message from ${sender}`,
  title: 'A new message',
  lines: [],
})

export const studioLines = {
  moved: (before: string, now: string) => `It moved from ${before} to ${now}.`,
  confirmed: 'It is confirmed: there is nothing you need to do.',
  toConfirm: 'It waits to be confirmed again.',
  erased: 'They have erased what we held about them.',
}
