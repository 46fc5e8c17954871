import { useSyncExternalStore } from 'react'
import { dateAt, formatShortDate, formatTime, timeAt, toInstant } from '../dates'

/** A studio date and time in the visitor's time zone: 'Mon 30 Nov, 12:00 pm'. Null when it is the same there. */
export function visitorTime(date: string, time: string, zone: string): string | null {
  const instant = toInstant(date, time)
  const theirDate = dateAt(instant, zone)
  const theirTime = timeAt(instant, zone)
  if (theirDate === date && theirTime === time) return null
  return `${formatShortDate(theirDate)}, ${formatTime(theirTime)}`
}

const never = () => () => {}

/** The visitor's time zone (`Europe/London`); null on the server and in the first render, so that hydration matches. */
export function useVisitorZone(): string | null {
  return useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => null,
  )
}
