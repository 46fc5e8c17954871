import { startTransition, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { NO_TIME, type SubmitResult } from '@/lib/booking/form'
import { decodeSlot, type TimeSlot } from '@/lib/booking/slots'
import { type BookingAddress, namesChoice, readAddress, addressHref } from '@/lib/booking/address'

export interface BookingPageData {
  address: BookingAddress
  /** `namesChoice` of the page's URL. */
  isNamed: boolean
  today: string
  /** The free times of `address.date`; null if the server could not read them. */
  slots: TimeSlot[] | null
  /** The number of free times per date, for the weeks around `address.date` and around today. */
  free: Record<string, number>
  /** The first free time of each of the next free days after today. */
  first: TimeSlot[]
  /** Each rendering makes a new one. */
  requestId: string
}

interface Choice {
  address: BookingAddress
  /** True if the page's URL names a date, a time or another choice. */
  isNamed: boolean
  /** The time that the visitor selected last. In step 2 it stays selected even if it is no longer free. */
  selected: TimeSlot | null
}

/** The choice of the URL, or of a form posted before hydration. */
function initialChoice({ address, isNamed, today, slots }: BookingPageData, state: SubmitResult): Choice {
  const listed = slots?.find(({ id }) => id === address.slot) ?? null
  if (state.status === 'idle') return { address, isNamed, selected: listed }
  // After a success the URL still names the time that the visitor chose before the submit.
  if (state.status === 'success')
    return { address: { ...address, slot: null, step: 1 }, isNamed: false, selected: listed }
  const time = state.entries?.time ?? ''
  const step = state.status === 'step' ? state.step : 2
  const sent = decodeSlot(time, today)
  if (sent && step === 2) {
    const { date, id } = sent
    return { address: { ...address, date, month: date.slice(0, 7), slot: id, step }, isNamed, selected: sent }
  }
  const slot = sent?.date === address.date ? sent.id : null
  return { address: { ...address, slot, step: time === NO_TIME ? step : 1 }, isNamed, selected: listed }
}

/**
 * The choice, which the page's URL has too. `show` replaces the URL. `openStepTwo` adds a history entry, so
 * that the browser's Back returns to step 1. Neither requests the page again.
 */
export function useBookingAddress(first: BookingPageData, state: SubmitResult, today: string) {
  const [choice, setChoice] = useState(() => initialChoice(first, state))
  const change = (next: Partial<Choice>) => setChoice((before) => ({ ...before, ...next }))

  const readUrl = useEffectEvent(() => {
    const params = new URLSearchParams(location.search)
    change({ address: readAddress(params, today), isNamed: namesChoice(params) })
  })
  useEffect(() => {
    const onBack = () => readUrl()
    addEventListener('popstate', onBack)
    return () => removeEventListener('popstate', onBack)
  }, [])
  // Next shows this page again: on Back with the props of the first visit, after a link with new ones. The
  // URL has the state in both cases.
  const lastRendered = useRef<string | null>(state.status === 'idle' ? null : first.requestId)
  useLayoutEffect(() => {
    if (lastRendered.current !== first.requestId) readUrl()
    lastRendered.current = first.requestId
  }, [first.requestId])

  return {
    choice,
    /** `selected` is the time that `next` selects, if any. */
    show(next: Partial<BookingAddress>, selected?: TimeSlot, historyState: unknown = null) {
      const address = { ...choice.address, ...next }
      change({ address, isNamed: true, ...(selected && { selected }) })
      history.replaceState(historyState, '', addressHref(address))
    },
    openStepTwo(address: BookingAddress) {
      startTransition(() => change({ address, isNamed: true }))
      history.pushState({ cameFromStepOne: true }, '', addressHref(address))
    },
    reset(address: BookingAddress) {
      change({ address, isNamed: false, selected: null })
      history.replaceState(null, '', location.pathname)
    },
  }
}
