/** The statuses of a booking. A new booking is pending. */
export const bookingStatuses = ['pending', 'confirmed', 'cancelled'] as const
export type BookingStatus = (typeof bookingStatuses)[number]

/** The statuses of an inquiry. A new inquiry has the status `new`. */
export const inquiryStatuses = ['new', 'read', 'replied', 'archived'] as const
export type InquiryStatus = (typeof inquiryStatuses)[number]

export type Status = BookingStatus | InquiryStatus

/** The kinds of replies to a request, in the order of the admin's page. */
export const replyKinds = [
  'confirm',
  'propose',
  'decline',
  'answer',
  'after_call',
  'follow_up',
  'offer',
  'offer_withdrawn',
] as const
export type ReplyKind = (typeof replyKinds)[number]

/** The e-mail address of an erased request. `erase_person` in the database writes this address. */
export const ERASED_EMAIL = 'erased@erased.invalid'
