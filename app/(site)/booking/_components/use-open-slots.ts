import { useCallback, useEffect, useState } from 'react'
import { monthWindow, type OpenSlots, type PackedSlots, unpackSlots } from '@/lib/booking/slots'
import { addDays, toInstant } from '@/lib/dates'

/** How soon to ask again when this machine's clock says midnight and the server's does not. */
const CLOCKS_DIFFER_MS = 30_000
const DAY_MS = 86_400_000

async function fetchSlots(date: string, today: string): Promise<PackedSlots & { today: string }> {
  const response = await fetch(`/api/slots?${new URLSearchParams(monthWindow(date, today))}`)
  if (!response.ok) throw new Error(response.statusText)
  return response.json()
}

type First = { today: string; open: () => OpenSlots | null }

/**
 * Free slots by date as far as they are known, and the studio's today. One call brings a month and the next. Everything is dropped for a
 * fresh answer when the window is focused, the page comes back from the browser's cache, or the studio's day ends; `refresh` does the same.
 * `date` and a date of the `month` are what is shown.
 */
export function useOpenSlots(first: First, date: string, month: string) {
  const [known, setKnown] = useState(() => ({ today: first.today, open: first.open() }))
  const [failed, setFailed] = useState(known.open ? [] : [date])
  const { today, open } = known

  const load = useCallback(
    (wanted: string, drop: boolean) =>
      fetchSlots(wanted, today).then(
        ({ today, ...packed }) => {
          setKnown((before) => ({ today, open: { ...(drop ? {} : before.open), ...unpackSlots(packed) } }))
          setFailed([])
        },
        () => setFailed((before) => [...before, wanted]),
      ),
    [today],
  )
  const refresh = useCallback((wanted: string) => void load(wanted, true), [load])

  // What is shown is read unless it is known or could not be had; so is the month after, where the nearest free days may be.
  const shown = [date, month, monthWindow(date, today).to]
  const missing = shown.find((day) => !open?.[day] && !failed.includes(day))
  useEffect(() => {
    if (missing) void load(missing, false)
  }, [missing, load])

  useEffect(() => {
    const again = () => refresh(date)
    const onReturn = (event: PageTransitionEvent) => event.persisted && again()
    const untilMidnight = toInstant(addDays(today, 1), '00:00').getTime() - Date.now()
    const midnight = setTimeout(
      again,
      untilMidnight > 0 ? Math.min(untilMidnight + 100, DAY_MS) : CLOCKS_DIFFER_MS,
    )
    addEventListener('focus', again)
    addEventListener('pageshow', onReturn)
    return () => {
      clearTimeout(midnight)
      removeEventListener('focus', again)
      removeEventListener('pageshow', onReturn)
    }
  }, [date, today, open, refresh])

  return { today, open: open ?? nothing, failed: failed.includes(date), refresh }
}

const nothing: OpenSlots = {}
