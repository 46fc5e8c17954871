import { buttonVariants } from '@/components/ui/button-variants'
import { visitorTime } from '@/lib/booking/clock'
import { formatLongDate, formatTime, zoneName } from '@/lib/dates'
import { clsx } from 'clsx'
import { Calendar } from './calendar'
import { SlotList } from './slot-list'
import type { Booking } from './use-choice'

/** A day and a time side by side, the choice in words, and the two ways on. */
export function StepOne({ booking, zone }: { booking: Booking; zone: string | null }) {
  const { date, month, today, open, choice, step } = booking
  const theirs = choice && zone && visitorTime(date, choice.start_time, zone)

  return (
    <div className={clsx('sheet', step !== 1 && 'hidden! noscript:block!')}>
      <h2 id="step-1" tabIndex={-1} className="sr-only">
        Choose a day and a time
      </h2>
      <div className="water px-3 py-5 max-md:-mx-(--gutter) sm:px-6 lg:p-8 noscript:hidden">
        <Calendar {...{ date, month, today, open }} onChoose={booking.chooseDate} onMonth={booking.turnTo} />
      </div>
      <SlotList booking={booking} zone={zone} />
      <div className="choice-bar noscript:hidden">
        <p className="grid min-h-[2lh] content-center leading-snug">
          {choice ? (
            <>
              <span>
                <b className="font-semibold">
                  {formatLongDate(date)},{' '}
                  <span className="whitespace-nowrap">{formatTime(choice.start_time)}</span>
                </b>{' '}
                {zoneName(date, choice.start_time)}
              </span>
              <span className="block text-muted-foreground">
                {theirs ? `Your clock: ${theirs}` : `to ${formatTime(choice.end_time)}, Wellington time`}
              </span>
            </>
          ) : (
            <span className="text-muted-foreground">No time chosen yet</span>
          )}
        </p>
        <button
          type="button"
          disabled={!choice}
          onClick={booking.next}
          className={buttonVariants({ size: 'lg', className: 'max-sm:w-full sm:min-w-40' })}
        >
          Next
        </button>
      </div>
    </div>
  )
}
