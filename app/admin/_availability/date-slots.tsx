'use client'

import { Button } from '@/components/ui/button'
import type { DateSlot } from '@/lib/availability/slot'
import type { UpcomingBooking } from '@/lib/availability/touched'
import { timeText } from '@/lib/admin-format'
import { isOnTheClock } from '@/lib/dates'
import { ReadFailure } from '../_components/read-failure'
import { setSlotOnDate, setWholeDate } from './actions'
import { SlotLine } from './slot-line'
import { SLOTS_FAILURE, useDateSlots } from './use-date-slots'
import { useScheduleChange } from './use-schedule-change'

interface DateSlotsProps {
  date: string
  /** Null when it could not be read. */
  isClosed: boolean | null
  upcoming: UpcomingBooking[] | null
}

/** A date's slots: each switched on or off, or the date as a whole. */
export function DateSlots({ date, isClosed, upcoming }: DateSlotsProps) {
  const { slots, again } = useDateSlots(date)
  const { request, pending, dialog } = useScheduleChange(upcoming)

  function switchSlot(slot: DateSlot) {
    request({
      action: () => setSlotOnDate({ date, slotId: slot.id, isAvailable: !slot.isAvailable }),
      failure: 'Failed to update availability',
      off: slot.isAvailable ? { slots: [slot], reach: { date } } : undefined,
      title: `Disable ${timeText(slot.startTime, slot.endTime)}?`,
      yes: 'Disable',
      onAnswer: again,
    })
  }

  function switchDate(all: DateSlot[], isAvailable: boolean) {
    request({
      action: () => setWholeDate({ date, isAvailable }),
      failure: 'Failed to update date availability',
      off: isAvailable ? undefined : { slots: all, reach: { date } },
      title: 'Disable the whole date?',
      yes: 'Disable date',
      onAnswer: again,
    })
  }

  if (slots === 'failed') return <ReadFailure sentence={SLOTS_FAILURE} onRetry={again} />
  if (slots === 'loading') return <p className="py-1.5 text-muted-foreground">Loading...</p>
  const none = slots.length === 0 && (
    <p className="py-1.5 text-muted-foreground">No time slots scheduled for this day.</p>
  )
  if (none && !isClosed) return none
  return (
    <>
      <div className="mb-1 flex gap-2">
        <Button
          size="sm"
          variant="outline"
          disabled={!isClosed && slots.every((slot) => slot.isAvailable)}
          aria-disabled={pending}
          onClick={() => switchDate(slots, true)}
        >
          Enable date
        </Button>
        <Button
          size="sm"
          variant="outline"
          disabled={isClosed !== false && slots.every((slot) => !slot.isAvailable)}
          aria-disabled={pending}
          onClick={() => switchDate(slots, false)}
        >
          Disable date
        </Button>
      </div>
      {none}
      <ul>
        {slots.map((slot) => (
          <SlotLine
            key={slot.id}
            {...slot}
            slot={slot}
            note={!isOnTheClock(date, slot.startTime, slot.endTime) && 'Not offered: the clocks change'}
          >
            <Button
              size="xs"
              variant="ghost"
              aria-disabled={pending}
              aria-label={`${slot.isAvailable ? 'Disable' : 'Enable'} ${timeText(slot.startTime, slot.endTime)}`}
              onClick={() => switchSlot(slot)}
            >
              {slot.isAvailable ? 'Disable' : 'Enable'}
            </Button>
          </SlotLine>
        ))}
      </ul>
      {dialog}
    </>
  )
}
