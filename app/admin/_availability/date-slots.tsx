'use client'

import { Button } from '@/components/ui/button'
import type { ClosedDate, DateSchedule, DateSlot } from '@/lib/availability/slot'
import { timeText } from '@/lib/availability/format'
import { isOnTheClock } from '@/lib/dates'
import { ReadFailure } from '../_components/read-failure'
import { resetDate, setSlotOnDate, setWholeDate } from './actions'
import { SlotLine } from './slot-line'
import { DATES_FAILURE, useRead } from './use-read'
import { useScheduleChange } from './use-schedule-change'

interface DateSlotsProps {
  date: string
  /** Undefined when it is open, null when that could not be read. */
  closed: ClosedDate | undefined | null
  /** Whether it differs from its weekday. */
  isChanged: boolean
}

/** What a date holds: its slots, each switched on or off, or the date as a whole; and who has booked. */
export function DateSlots({ date, closed, isChanged }: DateSlotsProps) {
  const { data, again } = useRead<DateSchedule>(`/admin/slots?date=${date}`)
  const { request, pending, question } = useScheduleChange()

  function switchSlot(slot: DateSlot) {
    request({
      action: (agreed) => setSlotOnDate({ date, slotId: slot.id, isAvailable: !slot.isAvailable }, agreed),
      failure: 'Failed to update availability',
      title: `Disable ${timeText(slot.startTime, slot.endTime)}?`,
      yes: 'Disable',
      onDone: again,
    })
  }

  function switchDate(isAvailable: boolean) {
    request({
      action: (agreed) => setWholeDate({ date, isAvailable }, agreed),
      failure: 'Failed to update date availability',
      title: 'Disable the whole date?',
      yes: 'Disable date',
      onDone: again,
    })
  }

  function reset() {
    request({
      action: (agreed) => resetDate({ date }, agreed),
      failure: 'Failed to update date availability',
      title: 'Go back to the weekly hours?',
      yes: 'Back to the weekly hours',
      onDone: again,
    })
  }

  if (data === 'failed') return <ReadFailure sentence={DATES_FAILURE} onRetry={again} />
  if (data === 'loading') return <p className="py-1.5 text-muted-foreground">Loading...</p>
  const { slots, otherBookings } = data
  // Not `disabled`: the focus would fall to the page when a press has made a button useless.
  const canEnable = closed !== undefined || slots.some((slot) => !slot.isAvailable)
  const canDisable = !closed
  return (
    <>
      {closed && (
        <p className="mb-2 rounded-lg bg-status-gray px-3 py-1.5 text-status-gray-foreground">
          Closed
          {closed.reason && (
            <>
              : <bdi>{closed.reason}</bdi>
            </>
          )}
        </p>
      )}
      <div className="mb-1 flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="outline"
          aria-disabled={pending || !canEnable}
          onClick={() => canEnable && switchDate(true)}
        >
          Enable date
        </Button>
        <Button
          size="sm"
          variant="outline"
          aria-disabled={pending || !canDisable}
          onClick={() => canDisable && switchDate(false)}
        >
          Disable date
        </Button>
        <Button
          size="sm"
          variant="outline"
          aria-disabled={pending || !isChanged}
          onClick={() => isChanged && reset()}
        >
          Back to the weekly hours
        </Button>
      </div>
      {slots.length === 0 && (
        <p className="py-1.5 text-muted-foreground">No time slots scheduled for this day.</p>
      )}
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
        {otherBookings.map((booking) => (
          <SlotLine key={booking.id} slot={booking} isBooked bookings={[booking]} />
        ))}
      </ul>
      {question}
    </>
  )
}
