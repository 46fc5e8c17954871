import { useCallback, useEffect, useRef, useState } from 'react'
import { monthWindow, type OpenSlots, type PackedSlots, unpackSlots } from '@/lib/booking/slots'
import { addDays, toInstant } from '@/lib/dates'

/** How soon to ask again when this machine's clock says midnight and the server's does not. */
const CLOCKS_DIFFER_MS = 30_000

/**
 * Free slots by date, as far as they are known, and the studio's today. One call brings a month and the next; what is known is dropped
 * and read again when the window is focused, the page comes back from the browser's cache, a submit asks for it, or the studio's day ends.
 */
export function useOpenSlots(first: { today: string; open: OpenSlots | null }, date: string) {
  const [known, setKnown] = useState({ today: first.today, open: first.open ?? {} })
  const [failed, setFailed] = useState(first.open === null)
  const latest = useRef(0)

  const load = useCallback(async (wanted: string, drop: boolean) => {
    const call = ++latest.current
    try {
      const response = await fetch(`/api/slots?${new URLSearchParams(monthWindow(wanted))}`)
      if (!response.ok) throw new Error(response.statusText)
      const { today, ...packed } = (await response.json()) as PackedSlots & { today: string }
      setKnown(({ open }) => ({ today, open: { ...(drop ? {} : open), ...unpackSlots(packed) } }))
      if (call === latest.current) setFailed(false)
    } catch {
      if (call === latest.current) setFailed(true)
    }
  }, [])

  const { today, open } = known
  useEffect(() => {
    const refresh = () => void load(date, true)
    const onReturn = (event: PageTransitionEvent) => event.persisted && refresh()
    const untilMidnight = toInstant(addDays(today, 1), '00:00').getTime() - Date.now()
    const midnight = setTimeout(refresh, untilMidnight > 0 ? untilMidnight + 100 : CLOCKS_DIFFER_MS)
    addEventListener('focus', refresh)
    addEventListener('pageshow', onReturn)
    return () => {
      clearTimeout(midnight)
      removeEventListener('focus', refresh)
      removeEventListener('pageshow', onReturn)
    }
  }, [date, today, open, load])

  /** Reads a date's month unless it is known. */
  const need = useCallback(
    (wanted: string) => {
      const { from, to } = monthWindow(wanted)
      if (!open[from] || !open[to]) void load(wanted, false)
    },
    [open, load],
  )
  return { today, open, failed, need, refresh: useCallback(() => load(date, true), [date, load]) }
}
