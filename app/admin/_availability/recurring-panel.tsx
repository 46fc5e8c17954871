'use client'

import { type RecurringSlot, type Slot, weekdays } from '@/lib/availability/slot'
import type { UpcomingBooking } from '@/lib/availability/touched'
import { ReadFailure } from '../_components/read-failure'
import { AllSlots } from './all-slots'
import { useScheduleChange } from './use-schedule-change'
import { WeekdaySlots } from './weekday-slots'

interface RecurringPanelProps {
  recurring: RecurringSlot[] | null
  slots: Slot[] | null
  failures: (string | null)[]
  upcoming: UpcomingBooking[] | null
  onEdit: (weekday: number) => void
}

/** The pattern of the week, and every slot there is. */
export function RecurringPanel({ recurring, slots, failures, upcoming, onEdit }: RecurringPanelProps) {
  const { request, pending, dialog } = useScheduleChange(upcoming)
  return (
    <section aria-labelledby="recurring" className="grid gap-3">
      <h2 id="recurring" className="scroll-mt-4 text-lg tracking-tight">
        Manage Recurring Availability
      </h2>
      {failures.map((failure) => failure && <ReadFailure key={failure} sentence={failure} />)}
      <div className="grid items-start gap-2 text-sm sm:grid-cols-2 lg:grid-cols-4">
        {recurring &&
          weekdays.map((day, weekday) => (
            <WeekdaySlots
              key={day}
              weekday={weekday}
              slots={recurring.filter((entry) => entry.weekday === weekday)}
              pending={pending}
              onChange={request}
              onEdit={() => onEdit(weekday)}
            />
          ))}
        {slots && <AllSlots slots={slots} recurring={recurring ?? []} pending={pending} onChange={request} />}
      </div>
      {dialog}
    </section>
  )
}
