import { startTransition, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { NO_TIME } from '@/lib/booking/form'
import {
  countByDate,
  decodeSlot,
  groupByDate,
  monthWindow,
  overlap,
  type SlotsByDate,
  type TimeSlot,
} from '@/lib/booking/slots'
import { defaultView, parseView, type BookingView, viewHref } from '@/lib/booking/view'
import { addDays, toInstant } from '@/lib/dates'

/** What the server found for the visitor's address. */
export interface BookingPageData {
  view: BookingView
  today: string
  /** The free times of the view's date; null when they could not be read. */
  slots: TimeSlot[] | null
  /** How many times each date around it has. */
  free: Record<string, number>
  /** The id of the form's request: another one with each visit. */
  requestId: string
}

interface Flow {
  view: BookingView
  today: string
  /** The free times of the dates that were read, and how many each known date has. */
  slots: SlotsByDate
  free: Record<string, number>
  /** Dates that could not be read. */
  failed: string[]
  /** The time that was chosen last: it stays on the ticket of somebody who is already writing when it leaves the list. */
  kept: TimeSlot | null
  /** What was booked here: a cache may still call it free for some seconds. */
  booked: Omit<TimeSlot, 'id'>[]
}

/** How soon to ask again when this machine's clock says midnight and the server's does not. */
const CLOCKS_DIFFER_MS = 30_000
const DAY_MS = 86_400_000

async function fetchSlots(from: string, to: string): Promise<{ today: string; slots: TimeSlot[] }> {
  // What a cache in front may keep for some seconds the browser need not keep as well.
  const response = await fetch(`/api/slots?from=${from}&to=${to}`, { cache: 'no-store' })
  if (!response.ok) throw new Error(response.statusText)
  return response.json()
}

function start({ view, today, slots, free }: BookingPageData, posted: string): Flow {
  const sent = decodeSlot(posted, today)
  const flow = { today, free, failed: slots ? [] : [view.date], booked: [] }
  if (sent) {
    const { date, id } = sent
    // While the times cannot be read it is the one that is known.
    const known = (date === view.date && slots) || [sent]
    const chosen: BookingView = { ...view, date, month: date.slice(0, 7), slot: id, step: 2 }
    return { ...flow, view: chosen, slots: { [date]: known }, kept: sent }
  }
  return {
    ...flow,
    view: posted === NO_TIME ? { ...view, slot: null, step: 2 } : view,
    slots: slots ? { [view.date]: slots } : {},
    kept: slots?.find(({ id }) => id === view.slot) ?? null,
  }
}

/**
 * The whole flow as one state: what the address says (date, month, time, step, package) and which times are free. A choice replaces the
 * address, step 2 adds an entry, so that Back leads to step 1; nothing is rendered again on the server. `posted` is the `time` of a form
 * that was sent without JavaScript and failed: it stays chosen.
 *
 * One call brings a month's times and the next's. Everything is read anew when the window is focused, the page comes back from the
 * browser's cache, or the studio's day ends.
 */
export function useBookingFlow(first: BookingPageData, posted: string) {
  const [flow, setFlow] = useState(() => start(first, posted))
  const { view, today, slots, free, failed, kept } = flow
  const { date, month } = view
  const change = (next: Partial<Flow>) => setFlow((before) => ({ ...before, ...next }))

  function show(next: Partial<BookingView>, more: Partial<Flow> = {}) {
    change({ view: { ...view, ...next }, ...more })
    history.replaceState(null, '', viewHref({ ...view, ...next }))
  }
  function goOn(next: BookingView) {
    startTransition(() => change({ view: next }))
    history.pushState({ cameFromStepOne: true }, '', viewHref(next))
  }

  function load(wanted: string, drop = false) {
    const { from, to } = monthWindow(wanted, today)
    return fetchSlots(from, to).then(
      (response) =>
        setFlow((before) => {
          const open = response.slots.filter((slot) => !before.booked.some((call) => overlap(slot, call)))
          const read = groupByDate(open, from, to)
          return {
            ...before,
            today: response.today,
            slots: { ...(!drop && before.slots), ...read },
            free: { ...(!drop && before.free), ...countByDate(read) },
            failed: [],
          }
        }),
      () => setFlow((before) => ({ ...before, failed: [...before.failed, wanted] })),
    )
  }

  // What is shown is read unless it is known or could not be had; so is the month after, where the next free days may be.
  const missing = [date, `${month}-01`, monthWindow(date, today).to].find(
    (day) => !slots[day] && !failed.includes(day),
  )
  const readMissing = useEffectEvent((wanted: string) => void load(wanted))
  useEffect(() => {
    if (missing) readMissing(missing)
  }, [missing])

  const readAgain = useEffectEvent(() => void load(date, true))
  useEffect(() => {
    const again = () => readAgain()
    const onReturn = (event: PageTransitionEvent) => event.persisted && again()
    const untilMidnight = toInstant(addDays(today, 1), '00:00').getTime() - Date.now()
    const wait = untilMidnight > 0 ? Math.min(untilMidnight + 100, DAY_MS) : CLOCKS_DIFFER_MS
    const midnight = setTimeout(again, wait)
    addEventListener('focus', again)
    addEventListener('pageshow', onReturn)
    return () => {
      clearTimeout(midnight)
      removeEventListener('focus', again)
      removeEventListener('pageshow', onReturn)
    }
    // After each read the timer is set anew: when today has not changed, too.
  }, [today, slots, failed])

  const follow = useEffectEvent(() => {
    change({ view: parseView(new URLSearchParams(location.search), today) })
  })
  useEffect(() => {
    const onBack = () => follow()
    addEventListener('popstate', onBack)
    return () => removeEventListener('popstate', onBack)
  }, [])
  // Back brings this page as the server sent it at first, and a link to it brings another request: the address says what to show.
  const visited = useRef<string | null>(posted ? first.requestId : null)
  useLayoutEffect(() => {
    if (visited.current !== first.requestId) follow()
    visited.current = first.requestId
  }, [first.requestId])

  const listed = slots[date]?.find(({ id }) => id === view.slot)
  const slot = listed ?? (view.step === 2 && kept?.id === view.slot ? kept : null)
  const inquiry = view.step === 2 && !view.slot

  return {
    date,
    month,
    today,
    view,
    free,
    /** The date's free times; undefined while they are not known. */
    slots: slots[date],
    failed: failed.includes(date),
    slot,
    /** Whether the chosen time is (still) among those on offer. */
    listed: Boolean(listed),
    inquiry,
    step: view.step === 2 && (slot || inquiry) ? 2 : 1,
    // Another day is drawn after the press has been shown: on a slow phone it takes a while.
    chooseDate: (next: string) =>
      startTransition(() => show({ date: next, month: next.slice(0, 7), slot: null, step: 1 })),
    // At once: the arrow keys go on from the new month's day.
    turnTo: (next: string) => show({ month: next }),
    chooseSlot: (next: TimeSlot) => show({ slot: next.id }, { kept: next }),
    /** A time that was asked for before: it stays chosen where the address names it, though it may be off the list. */
    keep: (next: TimeSlot) => change({ kept: next }),
    /** Another time than the one that could not be had. */
    take: (next: TimeSlot) =>
      show({ date: next.date, month: next.date.slice(0, 7), slot: next.id, step: 2 }, { kept: next }),
    next: () => goOn({ ...view, step: 2 }),
    /** The plain inquiry: clears date and slot, also for the way back. */
    inquire() {
      const opening = { ...defaultView(today), package: view.package }
      history.replaceState(null, '', viewHref(opening))
      goOn({ ...opening, step: 2 })
    },
    /** The form's back button: the browser's, unless step 2 was opened by its address. */
    back() {
      if ((history.state as { cameFromStepOne?: true } | null)?.cameFromStepOne) history.back()
      else show({ step: 1 })
    },
    refresh: () => load(date, true),
    /** As the page opens, without the time that was just booked. */
    reset(booked?: Omit<TimeSlot, 'id'>) {
      const opening = defaultView(today)
      setFlow((before) => {
        const gone = booked ? [...before.booked, booked] : before.booked
        const days = Object.entries(before.slots).map(([day, times]) => [
          day,
          times.filter((time) => !gone.some((call) => overlap(time, call))),
        ])
        const left = Object.fromEntries(days) as SlotsByDate
        return {
          ...before,
          view: opening,
          slots: left,
          free: { ...before.free, ...countByDate(left) },
          booked: gone,
          kept: null,
        }
      })
      history.replaceState(null, '', location.pathname)
    },
  } as const
}

export type BookingFlow = ReturnType<typeof useBookingFlow>
