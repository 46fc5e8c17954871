import { Suspense } from 'react'
import type { ChosenDate } from '@/lib/availability/chosen-date'
import { listHolidays } from '@/lib/holidays'
import type { DateSchedule } from '@/lib/availability/queries'
import { PreviousIfFailed } from '../_components/previous-data'
import { ReadFailure } from '../_components/read-failure'
import type { Hours, ReadResult } from '../queries'
import { ClosedDates } from './closed-dates'
import { DateChooser, Loading } from './date-chooser'
import { DateSlots } from './date-slots'

interface ExceptionsPanelProps {
  today: string
  chosen: ChosenDate
  hours: Hours
  /** The schedule of the chosen date; null if no date is chosen. */
  schedule: Promise<ReadResult<DateSchedule>> | null
}

/** The calendar of bookings and changed dates, and the list of closed dates. */
export function ExceptionsPanel({ today, chosen, hours, schedule }: ExceptionsPanelProps) {
  const { data: exceptions, failure } = hours.exceptions
  const { date } = chosen
  const closed = exceptions && exceptions.closedDates
  const sentence = failure ?? hours.days.failure
  return (
    <>
      {sentence && <ReadFailure sentence={sentence} />}
      <div className="grid gap-x-10 gap-y-3 2xl:grid-cols-[1fr_22rem]">
        <DateChooser chosen={chosen} today={today} days={hours.days} exceptions={hours.exceptions}>
          {date && schedule && (
            <Suspense key={date} fallback={<Loading />}>
              <DateSlots
                date={date}
                today={today}
                schedule={schedule}
                closed={closed && closed.find((other) => other.date === date)}
                isChanged={[...(closed ?? []), ...(exceptions?.slots ?? [])].some(
                  (other) => other.date === date,
                )}
              />
            </Suspense>
          )}
        </DateChooser>
        <PreviousIfFailed failed={failure !== null}>
          <ClosedDates today={today} closed={closed ?? []} holidays={listHolidays(today)} />
        </PreviousIfFailed>
      </div>
    </>
  )
}
