'use client'

import { type DateException, type RecurringSlot, type Slot, weekdays } from '@/lib/availability/slot'
import { ReadFailure } from '../_components/read-failure'
import { AllSlots } from './all-slots'
import { useScheduleChange } from './use-schedule-change'
import { WeekdaySlots } from './weekday-slots'

interface RecurringPanelProps {
  recurring: RecurringSlot[] | null
  slots: Slot[] | null
  /** How single dates differ from their weekdays. */
  exceptions: DateException[]
  failures: (string | null)[]
  onEdit: (weekday: number) => void
  onCopy: (weekday: number) => void
}

/** The pattern of the week, and every slot there is. */
export function RecurringPanel({
  recurring,
  slots,
  exceptions,
  failures,
  onEdit,
  onCopy,
}: RecurringPanelProps) {
  const { request, pending, question } = useScheduleChange()
  return (
    <section aria-labelledby="recurring" className="grid gap-3">
      <h2 id="recurring" className="scroll-mt-4 text-lg tracking-tight">
        Manage Recurring Availability
      </h2>
      {failures.map((failure) => failure && <ReadFailure key={failure} sentence={failure} />)}
      <div className="grid items-start gap-2 text-sm lg:grid-cols-2">
        {[weekdays.slice(0, 4), weekdays.slice(4)].map((half, right) => (
          <div key={right} className="grid gap-2">
            {recurring &&
              half.map((day, index) => {
                const weekday = index + right * 4
                return (
                  <WeekdaySlots
                    key={day}
                    weekday={weekday}
                    slots={recurring.filter((entry) => entry.weekday === weekday)}
                    pending={pending}
                    onChange={request}
                    onEdit={() => onEdit(weekday)}
                    onCopy={() => onCopy(weekday)}
                  />
                )
              })}
            {right === 1 && slots && (
              <AllSlots
                slots={slots}
                recurring={recurring ?? []}
                exceptions={exceptions}
                pending={pending}
                onChange={request}
              />
            )}
          </div>
        ))}
      </div>
      {question}
    </section>
  )
}
