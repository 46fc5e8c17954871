import { place } from '@/lib/content/place'
import { booking as words } from '@/lib/content/booking'
import {
  formatDay,
  formatLongDate,
  formatShortDate,
  formatTime,
  type StudioTimes,
  visitorClock,
  zoneName,
} from '@/lib/dates'

export function ChosenTime({ slot, zone }: { slot: StudioTimes; zone: string | null }) {
  const { date, start_time, end_time } = slot
  const theirs = zone && visitorClock(date, start_time, zone)
  return (
    <>
      <b className="font-semibold">
        <span>{`${theirs ? formatDay(theirs.date) : formatLongDate(date)}, `}</span>
        <span className="whitespace-nowrap">{formatTime(theirs ? theirs.time : start_time)}</span>
      </b>
      <span>{theirs ? ' your time' : ` ${zoneName(date, start_time)}`}</span>
      <span className="block text-muted-foreground">
        {theirs
          ? `${formatShortDate(date)}, ${formatTime(start_time)} ${zoneName(date, start_time)} in ${place.city}`
          : `to ${formatTime(end_time)}, ${words.studioClock}`}
      </span>
    </>
  )
}
