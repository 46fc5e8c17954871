'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogFooter, DialogTitle } from '@/components/ui/dialog'
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
  /** What is switched off or deleted, and where; left out when nothing is. Slots of a date know whether they are booked. */
  off?: { slots: (Slot & { isBooked?: boolean })[]; reach: Reach }
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
  const [asked, setAsked] = useState<ScheduleChange | null>(null)

  function make({ action, failure, onAnswer }: ScheduleChange) {
    run(action, failure, (outcome) => {
      setAsked(null)
      onAnswer?.(outcome)
    })
  }

  function request(change: ScheduleChange) {
    const touched = touchedBy(change)
    if (change.explain || touched === null || touched.length > 0 || isBooked(change)) setAsked(change)
    else make(change)
  }

  function touchedBy({ off }: ScheduleChange) {
    return off ? upcoming && touchedBookings(upcoming, off.reach, off.slots) : []
  }

  const dialog = (
    <Dialog open={asked !== null} onOpenChange={() => setAsked(null)}>
      {asked && (
        <DialogContent showCloseButton={false} className="text-sm">
          <DialogTitle>{asked.title}</DialogTitle>
          {asked.explain && <p>{asked.explain}</p>}
          <TouchedNotice bookings={touchedBy(asked)} isBooked={isBooked(asked)} />
          <DialogFooter>
            <Button size="sm" variant="destructive" aria-disabled={pending} onClick={() => make(asked)}>
              {asked.yes}
            </Button>
            <Button size="sm" variant="outline" autoFocus onClick={() => setAsked(null)}>
              Keep as it is
            </Button>
          </DialogFooter>
        </DialogContent>
      )}
    </Dialog>
  )
  return { request, pending, dialog }
}

/** Whether the slots themselves say so: a date's are read after the list of bookings, and know of one that has only just come in. */
function isBooked({ off }: ScheduleChange): boolean {
  return off?.slots.some((slot) => slot.isBooked) ?? false
}
