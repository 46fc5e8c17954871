import { site } from './studio'

export const submitErrors = {
  inquiry: 'Failed to submit inquiry',
  booking: 'Failed to create booking.',
  /** It can no longer be booked. */
  time: 'Failed to create booking. This time slot may already be booked.',
  noResponse: {
    booking: 'We do not know yet whether your booking arrived.',
    inquiry: 'We do not know yet whether your message arrived.',
    detail: 'Press the button again: it is safe, the same request is never stored twice.',
  },
  // The same even for the visitor who holds the time: otherwise anybody could find out whether an address has a call.
  taken: {
    mailed: 'If it was you a moment ago, it is held: see your inbox, or your other tab.',
    notMailed: 'If it was you a moment ago, it is held: write to us for its link.',
  },
}

export const submitCauses = {
  invalid_name:
    'Something in this name cannot be stored, perhaps an unusual character. Please write it another way.',
  invalid_email:
    'Something in this email address cannot be stored, perhaps an unusual character. Please write it another way.',
  invalid_message:
    'Something in this message cannot be stored, perhaps an unusual character. Please write it another way.',
  invalid_details:
    'Something in one of the fields cannot be stored, perhaps an unusual character. Please write it another way.',
  date_not_bookable: 'That day can no longer be booked here.',
  slot_not_offered: 'That time is no longer offered.',
  too_many:
    'Several requests from you have reached us already. For another one, please write to us by email.',
  too_busy: `We are getting more requests than usual. Please try again later, or write to ${site.email}.`,
  not_signed: `Our calendar takes no requests just now. Please write to ${site.email}.`,
  unreachable:
    'We could not reach our calendar just now. Nothing you typed is lost: try again, or send it as an email.',
}
