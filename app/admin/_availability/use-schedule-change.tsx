'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { Slot } from '@/lib/availability/slot'
import { type Reach, touchedBookings, type UpcomingBooking } from '@/lib/availability/touched'
import { useDeskAction } from '../_components/use-desk-action'
import type { Outcome } from '../outcome'
import { TouchedNotice } from './touched-notice'

/** A change to what is offered. */
export interface ScheduleChange {
  action: () => Promise<Outcome>
  /** The sentence for an answer that never came. */
  failure: string
  /** What is switched off or deleted, and where; left out when nothing is. */
  off?: { slots: Slot[]; reach: Reach }
  /** The question, and what its yes is called. */
  title: string
  yes: string
  /** Asked even when no booking is touched, with this explanation. */
  explain?: string
  onAnswer?: (outcome: Outcome) => void
}

/**
 * Makes changes to the schedule. One that touches bookings first names them and asks; `dialog` is the question and belongs in the page.
 * `upcoming` is null when the bookings could not be read.
 */
export function useScheduleChange(upcoming: UpcomingBooking[] | null) {
  const { run, pending } = useDeskAction()
  const [asked, setAsked] = useState<{ change: ScheduleChange; touched: UpcomingBooking[] | null } | null>(
    null,
  )

  function make({ action, failure, onAnswer }: ScheduleChange) {
    run(action, failure, (outcome) => {
      setAsked(null)
      onAnswer?.(outcome)
    })
  }

  function request(change: ScheduleChange) {
    const { off } = change
    const touched = off ? upcoming && touchedBookings(upcoming, off.reach, off.slots) : []
    if (change.explain || touched === null || touched.length > 0) setAsked({ change, touched })
    else make(change)
  }

  const dialog = (
    <Dialog
      title={asked?.change.title ?? ''}
      open={asked !== null}
      onClose={() => setAsked(null)}
      className="text-sm"
    >
      {asked && (
        <>
          {asked.change.explain && <p className="mb-3">{asked.change.explain}</p>}
          <TouchedNotice bookings={asked.touched} />
          <div className="mt-5 flex flex-wrap gap-2">
            <Button
              size="sm"
              variant="destructive"
              aria-disabled={pending}
              onClick={() => make(asked.change)}
            >
              {asked.change.yes}
            </Button>
            <Button size="sm" variant="outline" autoFocus onClick={() => setAsked(null)}>
              Keep as it is
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
  return { request, pending, dialog }
}
