import { clsx } from 'clsx'
import { NO_TIME } from '@/lib/booking/form'
import { nextFreeDates, type TimeSlot } from '@/lib/booking/slots'
import { defaultView, viewHref } from '@/lib/booking/view'
import { site, studio } from '@/lib/content/site'
import { formatLongDate, formatShortDate } from '@/lib/dates'
import { SlotOption } from './slot-option'
import type { BookingFlow } from './use-booking-flow'

/** The click handler of a link that also works without JavaScript. */
export const onPress = (act: () => void) => (event: React.MouseEvent) => {
  event.preventDefault()
  act()
}

/**
 * The free times of a date, grouped into morning and afternoon, or a sentence that says why there
 * are none.
 */
export function Times({ flow, zone, quiet }: { flow: BookingFlow; zone: string | null; quiet: boolean }) {
  const { date, today, failed, slot, view } = flow
  const slots = date > today ? flow.slots : []
  const halves = (
    [
      ['Morning', slots?.filter(({ start_time }) => start_time < '12:00')],
      ['Afternoon', slots?.filter(({ start_time }) => start_time >= '12:00')],
    ] as const
  ).filter(([, group]) => group?.length)

  /** Moves the focus to the heading first, because the pressed link may disappear. */
  function fromHeading(act: () => void) {
    return onPress(() => {
      document.getElementById('times')?.focus()
      act()
    })
  }

  return (
    <div className="max-md:mt-8 md:p-4 lg:p-8">
      <div role="status" aria-live={quiet ? 'off' : undefined}>
        <h3 id="times" tabIndex={-1} className="text-title md:flex md:min-h-11 md:items-center">
          {formatLongDate(date)}
        </h3>
        <p className="text-muted-foreground">{sentence(slots, date <= today, failed)}</p>
      </div>
      {failed && !slots && (
        <p className="mt-4">
          We could not reach our calendar just now.{' '}
          <a href={viewHref(view)} onClick={fromHeading(() => void flow.refresh())} className="link">
            Retry
          </a>{' '}
          or write to{' '}
          <a href={`mailto:${site.email}`} className="link">
            {site.email}
          </a>
        </p>
      )}
      {slots?.length === 0 && (
        <NextDates
          flow={flow}
          dates={nextFreeDates(flow.free, date)}
          press={(next) => fromHeading(() => flow.chooseDate(next))}
        />
      )}
      {/* Two columns, unless large text leaves room for one only. */}
      <div className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.375rem),1fr))] gap-x-3 gap-y-6 lg:gap-x-5">
        {halves.map(([name, group]) => (
          // Not `:only-child`: while the HTML is still loading, the morning would be laid out as
          // the only group.
          <div
            key={name}
            role="radiogroup"
            aria-label={name}
            className={clsx('slots', halves.length === 1 && 'sm:grid-cols-2')}
          >
            <h4>
              {name} <small>in {studio.locality}</small>
            </h4>
            {group?.map((one) => (
              <SlotOption
                key={`${date} ${one.id}`}
                slot={one}
                zone={zone}
                checked={slot?.id === one.id}
                onChoose={() => flow.chooseSlot(one)}
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
          checked={flow.inquiry || (!slot && slots?.length === 0)}
          onChange={flow.inquire}
        />
        <b>No time suits me</b>
        <small>Write to us instead</small>
      </label>
      <p className="mt-6 noscript:hidden">
        <a
          href={viewHref({ ...defaultView(today), package: view.package, fit: view.fit, step: 2 })}
          className="link inline-flex min-h-11 items-center"
          onClick={onPress(flow.inquire)}
        >
          Need a different time? Contact us
        </a>
      </p>
    </div>
  )
}

function sentence(slots: TimeSlot[] | undefined, past: boolean, failed: boolean): string {
  if (past) return 'No times are available for today. Please select another date.'
  if (!slots && !failed) return 'Loading...'
  if (!slots?.length) return 'No available time slots for this date.'
  return `${slots.length} ${slots.length === 1 ? 'time' : 'times'} free, Wellington time`
}

type NextDatesProps = {
  flow: BookingFlow
  dates: string[]
  press: (date: string) => (event: React.MouseEvent) => void
}

function NextDates({ flow, dates, press }: NextDatesProps) {
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
              href={viewHref({ ...flow.view, date, month: date.slice(0, 7), slot: null, step: 1 })}
              onClick={press(date)}
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
