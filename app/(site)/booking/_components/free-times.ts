import {
  countByDate,
  groupByDate,
  nextFreeDates,
  slotsOverlap,
  type SlotsByDate,
  type TimeSlot,
} from '@/lib/booking/slots'
import type { StudioTimes } from '@/lib/dates'

export interface FreeTimes {
  today: string
  /** By date, of all dates that the page has fetched. */
  slots: SlotsByDate
  /** The number of free times of dates that the page has not fetched. */
  counts: Record<string, number>
  /** The first free time of days whose other times are not fetched yet. */
  first: TimeSlot[]
  /** Dates whose times the page failed to fetch. */
  failed: string[]
  /** Booked in this page. A cached response may still list these times for some seconds. */
  booked: StudioTimes[]
}

export function countFree({ slots, counts }: FreeTimes): Record<string, number> {
  return { ...counts, ...countByDate(slots) }
}

/** A response of /api/slots, to the `read`th request of this page. */
export interface Read {
  from: string
  to: string
  read: number
  today: string
  slots: TimeSlot[]
  /** True if the response replaces the other dates too. */
  drop: boolean
}

/** `newest` is the latest request per date, because responses may come in another order. */
export function withResponse(
  before: FreeTimes,
  { from, to, read, today, slots, drop }: Read,
  newest: Record<string, number>,
): FreeTimes {
  // Just after midnight a cached response may still list times of today, which visitors cannot book.
  const open = slots.filter(
    (slot) => slot.date > today && !before.booked.some((call) => slotsOverlap(slot, call)),
  )
  const times = Object.fromEntries(
    Object.entries(groupByDate(open, from, to)).filter(([day]) => newest[day] === read),
  )
  // `drop` keeps the next free times until the page fetches them again.
  const soon = nextFreeDates(countFree(before), today)
  const kept = <Value>(days: Record<string, Value>) =>
    drop
      ? Object.fromEntries(
          Object.entries(days).filter(([day]) => soon.includes(day) || (newest[day] ?? 0) > read),
        )
      : days
  return {
    ...before,
    today,
    slots: { ...kept(before.slots), ...times },
    counts: kept(before.counts),
    // A response does not cover the other failed dates, but a retry (`drop`) fetches them again.
    failed: drop ? [] : before.failed.filter((day) => !times[day]),
  }
}

export function withoutCall(before: FreeTimes, call: StudioTimes): FreeTimes {
  const isFree = (time: TimeSlot) => !slotsOverlap(time, call)
  const days = Object.entries(before.slots).map(([day, times]) => [day, times.filter(isFree)])
  return {
    ...before,
    slots: Object.fromEntries(days) as SlotsByDate,
    first: before.first.filter(isFree),
    booked: [...before.booked, call],
  }
}
