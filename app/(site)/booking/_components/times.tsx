import { place } from '@/lib/content/place'
import { clsx } from 'clsx'
import { NO_TIME } from '@/lib/booking/form'
import { isInNight, type TimeSlot } from '@/lib/booking/slots'
import { inquiryHref, addressHref } from '@/lib/booking/address'
import { WhatComesNext } from '@/components/site/what-comes-next'
import { booking as words, stepsBefore } from '@/lib/content/booking'
import { site } from '@/lib/content/studio'
import { formatLongDate, visitorClock } from '@/lib/dates'
import { NextTimes } from './next-times'
import { onPress } from './on-press'
import { SlotOption } from './slot-option'
import type { BookingFlow } from './use-booking-flow'

export function Times({
  flow,
  zone,
  asksPhone,
}: {
  flow: BookingFlow
  zone: string | null
  asksPhone: boolean
}) {
  const { today, failed, slot, address } = flow
  const { date } = address
  const slots = date > today ? flow.slots : []
  const halves = (
    [
      ['Morning', slots?.filter(({ start_time }) => start_time < '12:00')],
      ['Afternoon', slots?.filter(({ start_time }) => start_time >= '12:00')],
    ] as const
  ).filter(([, group]) => group?.length)

  /** Moves the focus to the heading before `act`, because `act` may remove the pressed link. */
  function fromHeading(act: () => void) {
    return onPress(() => {
      document.getElementById('times')?.focus()
      act()
    })
  }

  return (
    <div className="max-md:mt-8 md:p-4 lg:p-8">
      <div role="status">
        <h3 id="times" tabIndex={-1} className="text-title md:flex md:min-h-11 md:items-center">
          {formatLongDate(date)}
        </h3>
        <p className="flex text-muted-foreground">
          <span className={slots?.length ? 'shrink-0' : undefined}>
            {sentence(slots, date <= today, failed)}
          </span>
          {slots && slots.length > 0 && <Clock slots={slots} zone={zone} />}
        </p>
      </div>
      {failed && !slots && (
        <p className="mt-4">
          <a href={addressHref(address)} onClick={fromHeading(() => void flow.refresh())} className="link">
            Retry
          </a>{' '}
          or write to{' '}
          <a href={`mailto:${site.email}`} className="link">
            {site.email}
          </a>
        </p>
      )}
      {slots?.length === 0 && (
        <NextTimes flow={flow} zone={zone} id="next-times" className="mt-7 max-md:hidden" />
      )}
      {/* Two columns, or one if large text leaves no room for two. */}
      <div className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.375rem),1fr))] gap-x-3 gap-y-6">
        {halves.map(([name, group]) => (
          // Not `:only-child`: while the HTML is still loading, it also matches the morning of two groups.
          <div
            key={name}
            role="radiogroup"
            aria-label={name}
            className={clsx('slots', halves.length === 1 && 'sm:grid-cols-2')}
          >
            <h4>
              <span>{`${name} `}</span>
              <small>{`in ${place.city}`}</small>
            </h4>
            {group?.map((one) => (
              <SlotOption
                key={`${date} ${one.id}`}
                slot={one}
                zone={zone}
                checked={slot?.id === one.id}
                onChange={() => flow.chooseSlot(one)}
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
          href={inquiryHref(flow)}
          className="link inline-flex min-h-11 items-center"
          onClick={onPress(flow.inquire)}
        >
          Need a different time? Contact us
        </a>
      </p>
      {slots?.length === 0 && (
        <div className="mt-4 hidden border-t border-border pt-6 lg:block noscript:hidden">
          <h4 className="font-semibold">{words.next.title}</h4>
          <div className="mt-3">
            <WhatComesNext steps={stepsBefore(asksPhone)} />
          </div>
        </div>
      )}
    </div>
  )
}

function sentence(slots: TimeSlot[] | undefined, past: boolean, failed: boolean): string {
  if (past) return 'No times are available for today. Please select another date.'
  if (!slots) return failed ? words.unreachable : 'Loading...'
  if (!slots.length) return 'No available time slots for this date.'
  return `${slots.length} ${slots.length === 1 ? 'time' : 'times'} free`
}

/** One line, so that the page does not shift when the text changes. */
function Clock({ slots, zone }: { slots: TimeSlot[]; zone: string | null }) {
  const isElsewhere =
    zone !== null && slots.some(({ date, start_time }) => visitorClock(date, start_time, zone))
  return (
    <span key={String(isElsewhere)} className="truncate">
      {!isElsewhere
        ? `, ${words.studioClock}`
        : slots.every((slot) => isInNight(slot, zone))
          ? `, all ${words.inNight}`
          : `, in ${words.yourTime}`}
    </span>
  )
}
