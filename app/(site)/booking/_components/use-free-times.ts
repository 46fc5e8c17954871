import { type Dispatch, type SetStateAction, useEffect, useEffectEvent, useRef } from 'react'
import { groupByDate, monthWindow, type TimeSlot } from '@/lib/booking/slots'
import type { BookingAddress } from '@/lib/booking/address'
import { addDays, bookableDates, toInstant } from '@/lib/dates'
import { type FreeTimes, withResponse } from './free-times'

// For midnight by this machine's clock and not yet by the server's.
const MIDNIGHT_RETRY_MS = 30_000
const DAY_MS = 86_400_000

async function fetchSlots(from: string, to: string): Promise<{ today: string; slots: TimeSlot[] }> {
  // A proxy may cache the response for some seconds; the browser must not cache it as well.
  const response = await fetch(`/api/slots?from=${from}&to=${to}`, { cache: 'no-store' })
  if (!response.ok) throw new Error(response.statusText)
  return response.json()
}

/**
 * Fetches a month and the next; again when the window gets the focus, when the page returns from the
 * back/forward cache, and at midnight in the studio's time zone. The returned function fetches again.
 */
export function useFreeTimes(
  [{ today, slots, failed }, setTimes]: [FreeTimes, Dispatch<SetStateAction<FreeTimes>>],
  { date, month }: BookingAddress,
) {
  const reads = useRef({ started: 0, newest: {} as Record<string, number> })
  function load(wanted: string, drop = false, { from, to } = monthWindow(wanted, today)) {
    const read = (reads.current.started += 1)
    return fetchSlots(from, to).then(
      (response) => {
        // If two responses have the same day, the later request counts.
        const { newest } = reads.current
        for (const day of Object.keys(groupByDate([], from, to)))
          newest[day] = Math.max(newest[day] ?? 0, read)
        setTimes((before) => withResponse(before, { ...response, from, to, read, drop }, newest))
      },
      () => setTimes((before) => ({ ...before, failed: [...before.failed, wanted] })),
    )
  }

  // The first missing date: the selected one, those of the shown and the next month (which may have the next
  // free days), and those after today.
  const missing = [date, `${month}-01`, monthWindow(date, today).to, bookableDates(today).first].find(
    (day) => !slots[day] && !failed.includes(day),
  )
  const readMissing = useEffectEvent((wanted: string) => void load(wanted))
  useEffect(() => {
    if (missing) readMissing(missing)
  }, [missing])

  const readAgain = useEffectEvent(() => {
    void load(date, true)
    const shown = monthWindow(date, today)
    const { first } = bookableDates(today)
    const soon = monthWindow(first, today)
    // The second request leaves out the days of the first, for which a cache may have an older response.
    const until = addDays(shown.from, -1)
    if (soon.from < shown.from) void load(first, false, { ...soon, ...(until < soon.to && { to: until }) })
  })
  useEffect(() => {
    const again = () => readAgain()
    const onReturn = (event: PageTransitionEvent) => event.persisted && again()
    const untilMidnight = toInstant(addDays(today, 1), '00:00').getTime() - Date.now()
    const wait = untilMidnight > 0 ? Math.min(untilMidnight + 100, DAY_MS) : MIDNIGHT_RETRY_MS
    const midnight = setTimeout(again, wait)
    addEventListener('focus', again)
    addEventListener('pageshow', onReturn)
    return () => {
      clearTimeout(midnight)
      removeEventListener('focus', again)
      removeEventListener('pageshow', onReturn)
    }
    // `slots` and `failed`: each response sets the timer again even if `today` stays the same.
  }, [today, slots, failed])

  return () => load(date, true)
}
