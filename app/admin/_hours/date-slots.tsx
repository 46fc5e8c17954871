import { formatTimeRange, isValidStudioTime } from '@/lib/dates'
import type { DateHours, Exceptions } from '@/lib/hours/queries'
import { PreviousIfFailed } from '../_components/previous-data'
import { ReadFailure } from '../_components/read-failure'
import type { ReadResult } from '../queries'
import { resetDate, setSlotOnDate, setWholeDate } from './date-actions'
import { ChangeButton } from './change-button'
import { SlotLine } from './slot-line'

interface DateSlotsProps {
  date: string
  dateHours: ReadResult<DateHours>
  /** Undefined for an open date, null after a failed read. */
  closed: Exceptions['closedDates'][number] | undefined | null
  today: string
  /** True if the date's slots differ from those of its weekday. */
  isChanged: boolean
}

export function DateSlots({ date, dateHours, ...props }: DateSlotsProps) {
  const { data, failure } = dateHours
  return (
    <>
      {failure && <ReadFailure sentence={failure} />}
      <PreviousIfFailed failed={failure !== null}>
        {data && <DateHoursList date={date} {...data} {...props} />}
      </PreviousIfFailed>
    </>
  )
}

function DateHoursList(props: Omit<DateSlotsProps, 'dateHours'> & DateHours) {
  const { date, today, closed, isChanged, slots, otherBookings } = props
  const whole = {
    variant: 'outline',
    failure: 'Failed to update date availability',
    focusAfter: 'chosen-date',
  } as const
  return (
    <>
      {closed && (
        <p className="mb-2 rounded-lg bg-status-gray px-3 py-1.5 text-status-gray-foreground">
          <span>{closed.reason ? 'Closed: ' : 'Closed'}</span>
          {closed.reason && <bdi>{closed.reason}</bdi>}
        </p>
      )}
      <div className="mb-1 flex flex-wrap gap-2">
        {(closed !== undefined || slots.some((slot) => !slot.isAvailable)) && (
          <ChangeButton {...whole} action={setWholeDate} input={{ date, isAvailable: true }}>
            Enable date
          </ChangeButton>
        )}
        {!closed && (
          <ChangeButton {...whole} action={setWholeDate} input={{ date, isAvailable: false }}>
            Disable date
          </ChangeButton>
        )}
        {isChanged && (
          <ChangeButton {...whole} action={resetDate} input={{ date }}>
            Back to the weekly hours
          </ChangeButton>
        )}
      </div>
      {slots.length === 0 && (
        <p className="py-1.5 text-muted-foreground">No time slots scheduled for this day.</p>
      )}
      <ul>
        {slots.map(({ id: slotId, isAvailable, ...slot }) => {
          const time = formatTimeRange(slot.start_time, slot.end_time)
          const word = isAvailable ? 'Disable' : 'Enable'
          return (
            <SlotLine
              key={slotId}
              {...slot}
              slot={slot}
              isAvailable={isAvailable}
              isToday={date === today}
              note={
                !isValidStudioTime(date, slot.start_time, slot.end_time) && 'Not offered: the clocks change'
              }
            >
              <ChangeButton
                aria-label={`${word} ${time}`}
                action={setSlotOnDate}
                input={{ date, slotId, isAvailable: !isAvailable }}
                failure="Failed to update availability"
              >
                {word}
              </ChangeButton>
            </SlotLine>
          )
        })}
        {otherBookings.map((booking) => (
          <SlotLine key={booking.id} slot={booking} isBooked bookings={[booking]} />
        ))}
      </ul>
    </>
  )
}
