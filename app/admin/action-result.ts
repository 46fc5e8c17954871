import type { Impact } from '@/lib/availability/impact'
import type { DateRange, Removed } from '@/lib/availability/schema'
import type { BookingRestore } from '@/lib/requests/schema'

/** What an admin's action returns. */
export type ActionResult =
  | {
      status: 'success'
      message: string
      /** What can be undone. */
      undo?: Undo
      /** A path of the site, to be copied. */
      copy?: string
    }
  /** Nothing was done yet: this is what it would affect. Called again as agreed, it is done. */
  | { status: 'ask'; impact: Impact }
  | {
      status: 'error'
      /** The toast's heading. */
      title?: string
      message: string
      detail?: string
      /** The part of a form that is wrong. */
      field?: string
      /**
       * Whether the site was deployed since the page was opened, so that only loading it again
       * helps.
       */
      outdated?: boolean
      /**
       * The ids of the slots that the edited weekday has now, when they are not those of the form.
       */
      slotIds?: string[]
    }
  /** The session has ended: sign in and try again. */
  | { status: 'signed-out' }

/** What an action removed, closed or cancelled, as undoing it needs it. */
export type Undo = { removed: Removed } | { closed: DateRange } | { cancelled: BookingRestore[] }
