import { site } from './studio'

export const callStates = {
  pending: {
    title: 'We have your booking',
    lead: 'The time is held for you. We will confirm it soon.',
  },
  /** Not confirmed three hours before it begins. */
  late: {
    title: 'We have not confirmed your call yet',
    lead: `We are sorry: nobody has confirmed it, and it begins soon. Write to ${site.email}. If you hear nothing more from us, it does not take place.`,
  },
  confirmed: { title: 'Your call is confirmed', lead: 'We look forward to talking with you.' },
  cancelled: {
    title: 'This call is cancelled',
    lead: 'The time is free again. You are welcome to book another call whenever it suits you.',
  },
  now: { title: 'Your call is on now', lead: 'It can no longer be moved or cancelled here.' },
  over: { title: 'This call is over', lead: 'Its time has come, so it can no longer be moved or cancelled.' },
  unconfirmed: {
    title: 'We did not confirm this call',
    lead: `Its time has come, so it can no longer be moved or cancelled. We are sorry: please book another one, or write to ${site.email}.`,
  },
  missed: {
    title: 'This call did not take place',
    lead: `Its time has come, so it can no longer be moved or cancelled. We are sorry: please book another one, or write to ${site.email}.`,
  },
} as const

export const manage = {
  bookAgain: 'Book another call',
  nextFree: 'The next free times',
  proposedTimes: 'Times that we proposed',
  take: 'Take this time',
  sent: 'What you sent us',
  tags: {
    pending: 'Waiting for our confirmation',
    late: 'Not confirmed yet',
    confirmed: 'Confirmed',
    cancelled: 'Cancelled',
    proposed: 'Needs another time',
    now: 'On now',
    over: 'Over',
    unconfirmed: 'Not confirmed',
    missed: 'Missed',
  },
  proposed: {
    title: 'Please choose another time',
    lead: 'We can’t make this one, and wrote to you with others. Take one from our email, or move the call.',
    /** While one of the proposed times is free. */
    confirms:
      'We can’t make this one, and wrote to you with others. Take one of those, and your call is confirmed at once.',
    /** None of the proposed times is free. */
    taken:
      'We can’t make this one, and the times that we proposed have been taken. Take another: we confirm it within 24 hours.',
  },
  fromUs: 'From us',
  printed: `The page of this call with ${site.name}:`,
  invalid: {
    title: 'This link does not work',
    lead: 'Perhaps a part of it is missing, or a newer link has taken its place. When a booking’s details are erased, its link goes with them.',
  },
  unreachable: {
    title: 'Your booking',
    lead: 'We could not reach our calendar just now. Your booking stands as it was.',
  },
  erased: {
    title: 'Your details are erased',
    lead: 'Your name, your email address and all you wrote are gone from this booking, with its history. If the call was still ahead, it is cancelled.',
    kept: (until: string) =>
      `The offer that you accepted stays, with your name and email address, until ${until}. The link to it no longer works; the email about it has all of it.`,
    others: `Other bookings and messages of yours are not changed. To have those erased as well, write to ${site.email}.`,
  },
  done: {
    cancel: {
      title: 'Your call is cancelled',
      lead: 'Thank you for telling us. The time is free again.',
    },
    move: {
      title: 'Your call is moved',
      lead: 'The new time is held for you, and the old one is free again. We will confirm it soon.',
    },
    take: {
      title: 'Your call is moved, and confirmed',
      lead: 'The old time is free again. We look forward to talking with you.',
    },
  },
  move: {
    title: 'Move it to another time',
    stays: 'Your time stays yours until the new one is taken.',
    hint: 'We’ll confirm the new time again.',
    /** While the visitor can take proposed times. */
    hintProposed:
      'A time that we proposed is confirmed as soon as you take it; any other we’ll confirm again.',
    proposed: 'proposed by us',
    none: 'No times are free on this date.',
    missing: 'Please choose a time.',
    unreachable: 'The free times could not be read just now. Try again in a minute.',
    button: 'Move the call',
  },
  cancel: {
    title: 'Cancel the call',
    hint: 'The time is free for others at once. You can book another call whenever you like.',
    reason: 'What made you change your mind?',
    button: 'Cancel the call',
  },
  erase: {
    title: 'Erase what you hold about me',
    hint: 'Type the email address of this booking, so that nobody else does it by accident.',
    button: 'Continue',
    question: 'Erase it for good?',
    consequence:
      'Your name, your email address and all you wrote go from this booking, and this link stops working. A call still ahead is cancelled. This cannot be undone.',
    kept: (until: string) =>
      `One thing stays: the offer that you accepted, with your name and email address, until ${until}, because it is an agreement between us.`,
    confirm: 'Erase it now',
    cancelLabel: 'Keep it',
  },
} as const

export const manageErrors = {
  link_invalid: { message: manage.invalid.title },
  call_begun: { message: 'This call has begun, so it can no longer be changed here.' },
  already_cancelled: { message: 'This call was cancelled already.', detail: 'There is nothing more to do.' },
  changed_meanwhile: {
    message: 'This booking was changed meanwhile, so nothing was done.',
    detail: 'Perhaps by us, or on another device of yours. Here you see how it stands now.',
  },
  invalid_reason: {
    message:
      'Something in this reason cannot be stored, perhaps an unusual character. Please write it another way.',
  },
  date_not_bookable: {
    message: 'That day can no longer be booked.',
    detail: 'Your call stays where it was. Please choose another day.',
  },
  slot_not_offered: {
    message: 'That time is no longer offered.',
    detail: 'Your call stays where it was. Please choose another time.',
  },
  slot_taken: {
    message: 'Somebody was a moment faster: that time is taken.',
    detail: 'Your call stays where it was. Please choose another time.',
  },
  email_differs: { message: 'That is not the email address of this booking.' },
  too_many: {
    message: 'Several changes in one day have reached us already.',
    detail: `So nothing was changed this time. Write to us, and we’ll sort it out with you: ${site.email}.`,
  },
  too_many_emails: {
    message: 'Too many wrong email addresses were tried for this booking.',
    detail: `Nothing was erased. Please try again tomorrow, or write to ${site.email}.`,
  },
  too_busy: {
    message: 'We are getting more requests than usual, so nothing was done.',
    detail: `Please try again in a minute, or write to ${site.email}.`,
  },
  not_signed: {
    message: 'Our calendar takes no changes just now.',
    detail: `Please write to ${site.email}.`,
  },
  unreachable: {
    message: 'We could not reach our calendar just now, so nothing was done.',
    detail: `Please try again, or write to ${site.email}.`,
  },
  no_response: {
    message: 'We do not know yet whether that was done.',
    detail: 'Reload the page: it shows how your booking stands.',
  },
}
