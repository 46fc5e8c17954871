export const bookingStatuses = ['pending', 'confirmed', 'cancelled'] as const
export type BookingStatus = (typeof bookingStatuses)[number]

export const inquiryStatuses = ['new', 'read', 'replied', 'archived'] as const
export type InquiryStatus = (typeof inquiryStatuses)[number]

export type Status = BookingStatus | InquiryStatus

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

/** `erase_person` in the database writes this address. */
export const ERASED_EMAIL = 'erased@erased.invalid'
