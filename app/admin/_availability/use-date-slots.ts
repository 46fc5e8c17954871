'use client'

import { useEffect, useState } from 'react'
import { showToast } from '@/components/toasts'
import type { DateSlot } from '@/lib/availability/slot'
import { useLive } from '../_components/live'

/** The sentence for slots that could not be read (spec 8). */
export const SLOTS_FAILURE = 'Failed to fetch availability exceptions.'

interface Answer {
  date: string
  slots: DateSlot[] | null
}

/**
 * A date's slots: 'loading' until they are known, 'failed' when they could not be read. Read anew whenever the desk is, and by `again`.
 */
export function useDateSlots(date: string | null) {
  const { readAt } = useLive().desk
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [tries, setTries] = useState(0)

  useEffect(() => {
    if (!date) return
    const controller = new AbortController()
    readSlots(date, controller.signal).then(
      (slots) => setAnswer({ date, slots }),
      () => {
        if (controller.signal.aborted) return
        // Offline, the desk says so itself; what was read before stays.
        setAnswer((before) => (!navigator.onLine && before?.date === date ? before : { date, slots: null }))
      },
    )
    return () => controller.abort()
  }, [date, readAt, tries])

  const current = answer?.date === date ? answer : null
  const failed = current !== null && current.slots === null
  useEffect(() => {
    if (failed) showToast({ tone: 'error', title: 'Error', message: SLOTS_FAILURE, id: SLOTS_FAILURE })
  }, [failed])

  const slots: DateSlot[] | 'loading' | 'failed' = failed ? 'failed' : (current?.slots ?? 'loading')
  return { slots, again: () => setTries((count) => count + 1) }
}

async function readSlots(date: string, signal: AbortSignal): Promise<DateSlot[]> {
  const response = await fetch(`/admin/slots?date=${date}`, { signal, cache: 'no-store' })
  if (!response.ok) throw new Error(`slots: ${response.status}`)
  return (await response.json()) as DateSlot[]
}
