import { Button } from '@/components/ui/button'
import { visitorTime } from '@/lib/booking/clock'
import { formatLongDate, formatTime, zoneName } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { cn } from '@/lib/utils'
import { Calendar } from './calendar'
import { SlotList } from './slot-list'
import type { Booking } from './use-choice'

/** A day and a time side by side, the choice in words, and the two ways on. */
export function StepOne({ booking, zone }: { booking: Booking; zone: string | null }) {
  const { date, today, open, choice, step, need } = booking
  const theirs = choice && zone && visitorTime(date, choice.start_time, zone)

  return (
    <div className={cn('sheet', step !== 1 && 'hidden noscript:block')}>
      <h2 id="step-1" tabIndex={-1} className="sr-only">
        Choose a day and a time
      </h2>
      <div className="md:grid md:grid-cols-[minmax(20.5rem,2fr)_3fr]">
        <div className="border-border md:border-r md:p-6 lg:p-8 noscript:hidden">
          <Calendar {...{ date, today, open }} onChoose={booking.chooseDate} onMonth={need} />
        </div>
        <SlotList booking={booking} zone={zone} />
      </div>
      <div className="choice-bar noscript:hidden">
        <p className="min-h-[2lh] leading-snug">
          {choice ? (
            <>
              <span className="text-muted-foreground">Your call: </span>
              <b className="font-semibold">
                {formatLongDate(date)},{' '}
                <span className="whitespace-nowrap">{formatTime(choice.start_time)}</span>
              </b>{' '}
              {zoneName(date, choice.start_time)}
              {theirs && <span className="block text-muted-foreground">Your clock: {theirs}</span>}
            </>
          ) : (
            <a
              href={`${paths.booking}?step=2`}
              className="link"
              onClick={(event) => {
                event.preventDefault()
                booking.inquire()
              }}
            >
              Need a different time? Contact us
            </a>
          )}
        </p>
        <Button size="lg" disabled={!choice} onClick={booking.next} className="max-sm:w-full sm:min-w-40">
          Next
        </Button>
      </div>
    </div>
  )
}
