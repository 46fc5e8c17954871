import { Ticket } from '@/components/site/ticket'
import { WhatComesNext } from '@/components/site/what-comes-next'
import { booking as words, stepsBefore } from '@/lib/content/booking'
import { place } from '@/lib/content/place'
import { formatDay, formatShortDate, formatTime, type StudioTimes, visitorClock, zoneName } from '@/lib/dates'
import { OnTheCall } from './on-the-call'

interface StepTicketProps {
  slot: StudioTimes | null
  zone: string | null
  asksPhone: boolean
}

/** Below 768 px a band, so that the fields and the button are on a phone's first screen. */
export function StepTicket({ slot, zone, asksPhone }: StepTicketProps) {
  const by = asksPhone ? 'by phone' : 'by video'
  return (
    <div className="noscript:hidden">
      <Band {...{ slot, zone, by }} />
      <div className="h-full max-md:hidden">
        <Ticket slot={slot} zone={zone} location={by.replace('b', 'B')}>
          <div>
            <h3 className="text-base">{words.next.title}</h3>
            <div className="mt-3 text-[0.9375rem]">
              <WhatComesNext steps={stepsBefore(asksPhone, slot ? 'booking' : 'inquiry')} />
            </div>
          </div>
          <OnTheCall />
        </Ticket>
      </div>
    </div>
  )
}

function Band({ slot, zone, by }: Pick<StepTicketProps, 'slot' | 'zone'> & { by: string }) {
  const theirs = slot && zone ? visitorClock(slot.date, slot.start_time, zone) : null
  const time = theirs?.time ?? slot?.start_time
  return (
    // A new key once the zone is known makes a new element, which does not count as a layout shift.
    <div key={theirs ? 'theirs' : 'ours'} className="band deep depth-2 md:hidden">
      {slot && time ? (
        <>
          <p>
            <b>
              <span>{formatDay(theirs?.date ?? slot.date)}</span>
              <span>{`, ${formatTime(time)}`}</span>
            </b>
            <span>{theirs ? ` ${words.yourTime}` : ` ${zoneName(slot.date, slot.start_time)}`}</span>
          </p>
          <p>
            <span>
              {theirs
                ? `${formatShortDate(slot.date)}, ${formatTime(slot.start_time)} in ${place.city}`
                : `to ${formatTime(slot.end_time)}, ${words.studioClock}`}
            </span>
            <span>{`, ${by}`}</span>
          </p>
        </>
      ) : (
        <>
          <p>
            <b>Date to be arranged</b>
          </p>
          <p>Time to be arranged</p>
        </>
      )}
    </div>
  )
}
