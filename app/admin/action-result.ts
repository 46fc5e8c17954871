import type { Impact } from '@/lib/availability/impact'
import type { DateRange, OpenedDates, Removed } from '@/lib/availability/schema'
import type { BookedCall, NotOffered } from '@/lib/requests/call-commands'
import type { CallMove } from '@/lib/requests/call-schema'
import type { ChangedRequest } from '@/lib/requests/queries'
import type { BookingRestore, InquiryRestore } from '@/lib/requests/schema'

/** What an admin's action returns. */
export type ActionResult =
  | {
      status: 'success'
      message: string
      /** What can be undone. */
      undo?: Undo
      /** An address to be copied. */
      copy?: string
    }
  /** Nothing was done yet: this is what it would affect. Call it again with `agreed` to do it. */
  | { status: 'ask'; impact: Impact }
  /** The same for bookings that their visitors cancelled. */
  | { status: 'ask'; cancelled: CancelledBooking[] }
  /**
   * The same for what others did to the request since it was read; call it again with its new
   * revision.
   */
  | { status: 'ask'; changed: ChangedRequest }
  /** The same for a call at a time that is not offered, and why; call it again with `outside`. */
  | { status: 'ask'; outside: NotOffered }
  /** The same for a form that has booked another call before; call it again with `insteadOf`, or a new id. */
  | { status: 'ask'; booked: BookedCall }
  | {
      status: 'error'
      /** The toast's heading. */
      title?: string
      message: string
      detail?: string
      /** The invalid field of a form. */
      field?: string
      /**
       * Whether the site was deployed since the page was opened, so that only loading it again
       * helps.
       */
      outdated?: boolean
      /** Whether the response was lost, so that it may have been done. */
      lost?: boolean
      /**
       * The ids of the slots that the edited weekday has now, when they are not those of the form.
       */
      slotIds?: string[]
      /** Of several changes, the ids of the requests that were not changed. */
      failedIds?: string[]
      /** How to undo those that were changed. */
      undo?: Undo
    }
  /** The session has ended: sign in and try again. */
  | { status: 'signed-out' }

/** What an undo has to know about a change. */
export type Undo =
  | { bookings: BookingRestore[] }
  | { inquiries: InquiryRestore[] }
  | { removed: Removed }
  | { closed: DateRange[] }
  | { opened: OpenedDates }
  /** The id of an answer. */
  | { reply: string }
  /** The ids of mails that tell what was changed. */
  | { replies: string[] }
  | { moved: CallMove }
  /** A call that was booked for somebody. */
  | { booked: BookingRestore }
  /** The ids of bookings whose visitors were told how their calls stand. */
  | { told: string[] }

/** A booking that its visitor cancelled; `reason` is null when they gave none. */
export interface CancelledBooking {
  id: string
  reason: string | null
}
