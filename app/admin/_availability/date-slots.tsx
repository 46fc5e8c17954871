import { timeText } from '@/lib/availability/format'
import type { ClosedDate, DateSchedule } from '@/lib/availability/schedule'
import { isValidStudioTime } from '@/lib/dates'
import { KeepPrevious } from '../_components/keep-previous'
import { ReadFailure } from '../_components/read-failure'
import type { Read } from '../queries'
import { resetDate, setSlotOnDate, setWholeDate } from './actions'
import { ChangeButton } from './change-button'
import { SlotLine } from './slot-line'

interface DateSlotsProps {
  date: string
  schedule: Promise<Read<DateSchedule>>
  /** Undefined when it is open, null when that could not be read. */
  closed: ClosedDate | undefined | null
  /** Whether it differs from its weekday. */
  isChanged: boolean
}

/** What a date holds: its slots, each switched on or off, or the date as a whole; and who has booked. */
export async function DateSlots({ date, schedule, ...props }: DateSlotsProps) {
  const { data, failure } = await schedule
  return (
    <>
      {failure && <ReadFailure sentence={failure} />}
      <KeepPrevious failed={failure !== null}>
        {data && <Schedule date={date} {...data} {...props} />}
      </KeepPrevious>
    </>
  )
}

type ScheduleProps = Omit<DateSlotsProps, 'schedule'> & DateSchedule

function Schedule({ date, closed, isChanged, slots, otherBookings }: ScheduleProps) {
  const change = { failure: 'Failed to update date availability' }
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
        <ChangeButton
          isOutlined
          useless={closed === undefined && slots.every((slot) => slot.isAvailable)}
          change={{ ...change, action: setWholeDate, input: { date, isAvailable: true } }}
        >
          Enable date
        </ChangeButton>
        <ChangeButton
          isOutlined
          useless={Boolean(closed)}
          change={{
            ...change,
            action: setWholeDate,
            input: { date, isAvailable: false },
            title: 'Disable the whole date?',
            yes: 'Disable date',
          }}
        >
          Disable date
        </ChangeButton>
        <ChangeButton
          isOutlined
          useless={!isChanged}
          change={{
            ...change,
            action: resetDate,
            input: { date },
            title: 'Go back to the weekly hours?',
            yes: 'Back to the weekly hours',
          }}
        >
          Back to the weekly hours
        </ChangeButton>
      </div>
      {slots.length === 0 && (
        <p className="py-1.5 text-muted-foreground">No time slots scheduled for this day.</p>
      )}
      <ul>
        {slots.map(({ id, isAvailable, ...slot }) => {
          const time = timeText(slot.startTime, slot.endTime)
          const word = isAvailable ? 'Disable' : 'Enable'
          return (
            <SlotLine
              key={id}
              {...slot}
              slot={slot}
              isAvailable={isAvailable}
              note={
                !isValidStudioTime(date, slot.startTime, slot.endTime) && 'Not offered: the clocks change'
              }
            >
              <ChangeButton
                aria-label={`${word} ${time}`}
                change={{
                  action: setSlotOnDate,
                  input: { date, slotId: id, isAvailable: !isAvailable },
                  failure: 'Failed to update availability',
                  title: `Disable ${time}?`,
                  yes: 'Disable',
                }}
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
