import { place, placeTime } from '@/lib/content/place'
import {
  formatLongDate,
  formatShortDate,
  formatTime,
  type StudioTimes,
  visitorClock,
  zoneName,
} from '@/lib/dates'

interface TicketProps {
  slot: StudioTimes | null
  zone: string | null
  /** In a few words. */
  location?: string
  children?: React.ReactNode
  /** True if the call no longer takes place at this time, which is then struck through. */
  isOff?: boolean
}

/** Visitors in another time zone read the time on their own clock first. */
export function Ticket({ slot, zone, location, children, isOff = false }: TicketProps) {
  if (!slot) {
    return (
      <div className="water ticket deep">
        <p className="text-title font-semibold">Date to be arranged</p>
        <div>
          <p className="text-title font-semibold">Time to be arranged</p>
          {children && <div className="ticket-more">{children}</div>}
        </div>
      </div>
    )
  }
  const { date, start_time, end_time } = slot
  const theirs = zone && visitorClock(date, start_time, zone)
  const [weekday, ...rest] = formatLongDate(theirs ? theirs.date : date).split(' ')
  const time = formatTime(theirs ? theirs.time : start_time)
  const [end, ours] = [formatTime(end_time), zoneName(date, start_time)]
  const until = theirs
    ? `${formatShortDate(date)}, ${formatTime(start_time)} to ${end} ${ours} in ${place.city}`
    : `to ${end}, ${ours} (${placeTime})`
  return (
    // A new key once the zone is known makes a new element, which does not count as a layout shift.
    <div key={theirs ? 'theirs' : 'ours'} className="water ticket deep">
      <p>
        <span className="text-muted-foreground">{`${weekday} `}</span>
        <span className="block text-title font-semibold">{rest.join(' ')}</span>
      </p>
      <div>
        <p className="ticket-time">
          {isOff && <span className="sr-only">{'No longer: '}</span>}
          {isOff ? <s className="text-muted-foreground">{time}</s> : <span>{time}</span>}
        </p>
        {theirs && <p className="mt-1 font-medium">your time</p>}
        <p className="mt-2">{isOff ? <s className="text-muted-foreground">{until}</s> : until}</p>
        {location && <p className={children ? 'mt-2' : 'ticket-location'}>{location}</p>}
        {children && <div className="ticket-more">{children}</div>}
      </div>
    </div>
  )
}
