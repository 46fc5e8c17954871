import { Button } from '@/components/ui/button'
import { formatLongDate, formatTime, zoneName } from '@/lib/dates'
import { visitorTime } from '@/lib/booking/clock'
import { Calendar } from './calendar'
import { SlotList } from './slot-list'
import type { Booking } from './use-choice'

type StepOneProps = { booking: Booking; zone: string | null }

/** A day and a time, the choice in words, and the two ways on. */
export function StepOne({ booking, zone }: StepOneProps) {
  const { date, today, open, choice, step, need } = booking
  const theirs = choice && zone && visitorTime(date, choice.start_time, zone)

  return (
    <div className={step === 1 ? '' : 'hidden noscript:block'}>
      <h2 id="step-1" tabIndex={-1} className="sr-only">
        Choose a day and a time
      </h2>
      <div className="grid gap-x-12 gap-y-8 md:grid-cols-[auto_1fr]">
        <Calendar {...{ date, today, open }} onChoose={booking.chooseDate} onMonth={need} />
        <SlotList booking={booking} zone={zone} />
      </div>
      <div className="choice-bar noscript:hidden">
        <p>
          {choice ? (
            <>
              <b>{formatLongDate(date)}, </b>
              <b className="whitespace-nowrap">{formatTime(choice.start_time)}</b>{' '}
              {zoneName(date, choice.start_time)}
              <br />
              <small>{theirs && `Your clock: ${theirs}`}</small>
            </>
          ) : (
            'Choose a time to go on.'
          )}
        </p>
        <Button disabled={!choice} onClick={booking.next} size="lg">
          Next
        </Button>
      </div>
      <p className="noscript:hidden">
        <a
          href="/booking?step=2"
          className="link"
          onClick={(event) => {
            event.preventDefault()
            booking.inquire()
          }}
        >
          Need a different time? Contact us
        </a>
      </p>
    </div>
  )
}
