import { NO_TIME } from '@/lib/booking/form'
import { nextFreeDates, type Slot } from '@/lib/booking/slots'
import { firstView, viewHref } from '@/lib/booking/view'
import { formatLongDate, formatShortDate } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { clsx } from 'clsx'
import { SlotChoice } from './slot-choice'
import type { Booking } from './use-choice'

/** The free times of a date, grouped by half of the day, or the sentence that says why there are none (spec 2). */
export function SlotList({ booking, zone }: { booking: Booking; zone: string | null }) {
  const { date, today, open, failed, choice, inquiry } = booking
  const slots = date > today ? open[date] : []
  const halves = (
    [
      ['Morning', slots?.filter(({ start_time }) => start_time < '12:00')],
      ['Afternoon', slots?.filter(({ start_time }) => start_time >= '12:00')],
    ] as const
  ).filter(([, group]) => group?.length)

  return (
    <div className="max-md:mt-8 md:p-5 lg:p-8">
      <div role="status">
        <h3 className="text-title md:flex md:min-h-11 md:items-center">{formatLongDate(date)}</h3>
        <p className="text-muted-foreground">{sentence(slots, date <= today, failed)}</p>
      </div>
      {failed && !slots && (
        <p className="mt-4">
          We could not reach our calendar just now.{' '}
          <button type="button" onClick={() => booking.refresh()} className="link noscript:hidden">
            Retry
          </button>
        </p>
      )}
      {slots?.length === 0 && <NextDates dates={nextFreeDates(open, date)} onDate={booking.chooseDate} />}
      <div className="mt-4 grid grid-cols-2 gap-x-3 lg:gap-x-5">
        {halves.map(([name, group]) => (
          <div
            key={name}
            role="radiogroup"
            aria-labelledby={name}
            // Not by `:only-child`: a page painted while it is read would put the morning elsewhere until the afternoon is there.
            className={clsx(
              'grid grid-cols-1 content-start gap-2',
              halves.length === 1 && 'col-span-2 sm:grid-cols-2',
            )}
          >
            <h4 id={name} className="col-span-full font-semibold">
              {name}
            </h4>
            {group?.map((slot) => (
              <SlotChoice
                key={slot.id}
                choice={{ date, ...slot }}
                zone={zone}
                checked={choice?.id === slot.id}
                onChoose={() => booking.chooseSlot(slot)}
              />
            ))}
          </div>
        ))}
      </div>
      <label className="slot mt-3 hidden noscript:grid">
        <input
          type="radio"
          name="time"
          autoComplete="off"
          required
          value={NO_TIME}
          checked={inquiry || (!choice && slots?.length === 0)}
          onChange={booking.inquire}
        />
        <b>No time suits me</b>
        <small data-end="Write to us instead" />
      </label>
      <p className="mt-6 noscript:hidden">
        <a
          href={`${paths.booking}?step=2`}
          className="link inline-flex min-h-11 items-center"
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

function sentence(slots: Slot[] | undefined, past: boolean, failed: boolean): string {
  if (past) return 'No times are available for today. Please select another date.'
  if (!slots && !failed) return 'Loading...'
  if (!slots?.length) return 'No available time slots for this date.'
  return `${slots.length} ${slots.length === 1 ? 'time' : 'times'} free, Wellington time`
}

/** Links, so that they work without JavaScript too. */
function NextDates({ dates, onDate }: { dates: string[]; onDate: (date: string) => void }) {
  if (dates.length === 0) return null
  return (
    <nav aria-labelledby="next-dates" className="mt-6">
      <p id="next-dates" className="font-semibold">
        The next days with free times
      </p>
      <ul className="mt-3 flex flex-wrap gap-2">
        {dates.map((date) => (
          <li key={date}>
            <a
              href={viewHref({ ...firstView(date), date })}
              onClick={(event) => {
                event.preventDefault()
                onDate(date)
              }}
              className="slot px-4"
            >
              <b>{formatShortDate(date)}</b>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
