'use client'

import { useMemo, useRef } from 'react'
import { usualDurations, weekdays } from '@/lib/availability/slot'
import { touchedBookings, type UpcomingBooking } from '@/lib/availability/touched'
import { useLive } from '../_components/live'
import { upcomingBookings } from '../upcoming'
import { AvailabilityForm } from './availability-form'
import { ExceptionsPanel } from './exceptions-panel'
import { valuesOfWeekday } from './form-values'
import { RecurringPanel } from './recurring-panel'
import { useDraft } from './use-draft'

/** Everything about when calls are offered. `owner` is whose desk it is, by e-mail. */
export function AvailabilityDesk({ owner }: { owner: string }) {
  const { today, reads } = useLive().desk
  const bookings = reads.bookings.data
  const upcoming = useMemo(() => bookings && upcomingBookings(bookings, today), [bookings, today])
  const recurring = reads.recurring.data
  const presets = reads.presets.data
  const { values, update, restored } = useDraft(owner)
  const heading = useRef<HTMLHeadingElement>(null)

  function edit(weekday: number) {
    update(valuesOfWeekday(weekday, recurring ?? [], values.duration))
    heading.current?.focus()
  }

  return (
    <>
      <div className="grid gap-x-12 gap-y-10 md:grid-cols-[19rem_1fr]">
        <section aria-labelledby="availability" className="grid content-start gap-3">
          <h2 ref={heading} id="availability" tabIndex={-1} className="scroll-mt-4 text-lg tracking-tight">
            {values.editing === null ? 'Add Availability' : `Edit ${weekdays[values.editing]}`}
          </h2>
          <p role="status" className="text-sm text-brand empty:hidden">
            {restored && 'What you had typed is still here.'}
          </p>
          <AvailabilityForm
            values={values}
            onChange={update}
            today={today}
            durations={presets?.length ? presets : usualDurations}
            failure={reads.presets.failure}
            touched={values.editing === null ? [] : upcoming && takenAway(values.editing)}
          />
        </section>
        <ExceptionsPanel today={today} exceptions={reads.exceptions} upcoming={upcoming} />
      </div>
      <RecurringPanel
        recurring={recurring}
        slots={reads.slots.data}
        exceptions={reads.exceptions.data?.slots ?? []}
        failures={[reads.recurring.failure, reads.slots.failure]}
        upcoming={upcoming}
        onEdit={edit}
      />
    </>
  )

  /** The bookings in the times of a weekday that the form no longer names. */
  function takenAway(weekday: number): UpcomingBooking[] {
    const kept = new Set(values.rows.map(({ start, end }) => start + end))
    const gone = (recurring ?? [])
      .filter((entry) => entry.weekday === weekday && !kept.has(entry.slot.startTime + entry.slot.endTime))
      .map(({ slot }) => slot)
    return touchedBookings(upcoming ?? [], { weekday }, gone)
  }
}
