import { useState } from 'react'
import { isInNight, type TimeSlot } from '@/lib/booking/slots'
import { inquiryHref, monthShowing, addressHref } from '@/lib/booking/address'
import { booking as words } from '@/lib/content/booking'
import { visitorClock } from '@/lib/dates'
import { onPress } from './on-press'
import { OwnClock } from './own-clock'
import { TimeTile } from './time-tile'
import type { BookingFlow } from './use-booking-flow'

interface NextTimesProps {
  flow: BookingFlow
  zone: string | null
  id: string
  className: string
}

/** Links, which with JavaScript select the time in this page. */
export function NextTimes({ flow, zone, id, className }: NextTimesProps) {
  // The pressed and focused times stay in the list, so that no time changes under the visitor's finger.
  const [pressed, setPressed] = useState<TimeSlot[]>([])
  const times = flow.nextTimes(zone, pressed)
  const [first] = times
  if (!first) return null
  const isElsewhere = zone !== null && visitorClock(first.date, first.start_time, zone) !== null
  return (
    <section aria-labelledby={id} className={className}>
      <div className="items-baseline justify-between gap-4 min-[22rem]:flex">
        <h3 id={id} className="shrink-0 text-base">
          {words.nextTimes.title}
        </h3>
        {/* A new key makes a new element, which does not count as a layout shift. */}
        <p key={String(isElsewhere)} className="truncate text-sm text-muted-foreground">
          {isElsewhere ? <OwnClock zone={zone} /> : words.studioClock}
        </p>
      </div>
      <ul className="mt-2 grid gap-2">
        {times.map((slot) => (
          <li key={slot.date}>
            <NextTime
              {...{ flow, slot, zone }}
              keepInList={() =>
                setPressed((before) => [...before.filter(({ date }) => date !== slot.date), slot])
              }
            />
          </li>
        ))}
      </ul>
      {/* Its line is reserved. */}
      <p className="min-h-8 pt-1 text-sm text-muted-foreground">
        {times.every((slot) => isInNight(slot, zone)) && (
          <>
            <span>{`${words.nextTimes.allInNight} `}</span>
            <a href={inquiryHref(flow)} onClick={onPress(flow.inquire)} className="link">
              {words.nextTimes.writeInstead}
            </a>
          </>
        )}
      </p>
    </section>
  )
}

type NextTimeProps = Pick<NextTimesProps, 'flow' | 'zone'> & { slot: TimeSlot; keepInList: () => void }

function NextTime({ flow, slot, zone, keepInList }: NextTimeProps) {
  const { date, id } = slot
  const isChosen = flow.slot?.id === id && flow.slot.date === date
  return (
    <a
      href={addressHref({
        ...flow.address,
        date,
        month: monthShowing(date, flow.address.month),
        slot: id,
        step: 1,
      })}
      aria-current={isChosen || undefined}
      className="slot"
      onPointerDown={keepInList}
      onFocus={keepInList}
      onClick={onPress(() => flow.chooseNext(slot))}
    >
      <TimeTile {...{ slot, zone }} isClockNamed />
    </a>
  )
}
