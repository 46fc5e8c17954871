import { startTransition, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { NO_TIME } from '@/lib/booking/form'
import {
  countByDate,
  decodeSlot,
  groupByDate,
  monthWindow,
  nextFreeDates,
  nextTimes,
  slotsOverlap,
  type SlotsByDate,
  type TimeSlot,
} from '@/lib/booking/slots'
import {
  defaultView,
  monthWith,
  namesChoice,
  parseView,
  type BookingView,
  viewHref,
} from '@/lib/booking/view'
import { addDays, bookableDates, type StudioTimes, toInstant } from '@/lib/dates'

/** The data with which the server rendered the booking page. */
export interface BookingPageData {
  view: BookingView
  /** `namesChoice` of the page's URL. */
  isNamed: boolean
  today: string
  /** The free times of `view.date`; null if the server could not read them. */
  slots: TimeSlot[] | null
  /** The number of free times per date, for the weeks around `view.date` and around today. */
  free: Record<string, number>
  /** The first free time of each of the next free days after today. */
  first: TimeSlot[]
  /** The form's request id. Each rendering makes a new one. */
  requestId: string
}

/** The selection of a form posted before hydration: the posted `time`, and the step to show. */
export interface PostedChoice {
  time: string
  step: 1 | 2
}

interface Flow {
  view: BookingView
  isNamed: boolean
  today: string
  /**
   * The free times of each date that the page has fetched. `free` has the number of free times, for more
   * dates.
   */
  slots: SlotsByDate
  free: Record<string, number>
  /** The first free time of days whose other times are not fetched yet. */
  first: TimeSlot[]
  /** Dates whose times the page failed to fetch. */
  failed: string[]
  /** The time that the visitor selected last. In step 2 it stays selected even if it is no longer free. */
  selected: TimeSlot | null
  /**
   * Times that the visitor has booked in this page. A cached response may still list them for some seconds.
   */
  booked: StudioTimes[]
}

/** When to fetch again if it is midnight by this machine's clock and not yet by the server's. */
const MIDNIGHT_RETRY_MS = 30_000
const DAY_MS = 86_400_000

async function fetchSlots(from: string, to: string): Promise<{ today: string; slots: TimeSlot[] }> {
  // A proxy may cache the response for some seconds. 'no-store', so that the browser does not cache it as well.
  const response = await fetch(`/api/slots?from=${from}&to=${to}`, { cache: 'no-store' })
  if (!response.ok) throw new Error(response.statusText)
  return response.json()
}

function initialFlow(
  { view, isNamed, today, slots, free, first }: BookingPageData,
  posted: PostedChoice | null,
): Flow {
  const sent = decodeSlot(posted?.time ?? '', today)
  const flow = { isNamed, today, free, first, failed: slots ? [] : [view.date], booked: [] }
  if (sent && posted?.step === 2) {
    const { date, id } = sent
    // If the server could not read the free times, the page lists only the posted one.
    const known = (date === view.date && slots) || [sent]
    const chosen: BookingView = { ...view, date, month: date.slice(0, 7), slot: id, step: 2 }
    return { ...flow, view: chosen, slots: { [date]: known }, selected: sent }
  }
  const slot = sent?.date === view.date ? sent.id : null
  const step = posted?.time === NO_TIME ? posted.step : 1
  return {
    ...flow,
    view: posted ? { ...view, slot, step } : view,
    slots: slots ? { [view.date]: slots } : {},
    selected: slots?.find(({ id }) => id === view.slot) ?? null,
  }
}

/**
 * The state of the booking page: its URL parameters (date, month, time, step, package, fit) and the free
 * times. A selection replaces the URL. Step 2 adds a history entry, so that the browser's Back returns to
 * step 1. Neither requests the page again. `posted` is the selection of a form posted before hydration.
 *
 * Fetches the free times of a month and the next, and fetches again when the window gets the focus, when the
 * page returns from the back/forward cache, and at midnight in the studio's time zone.
 */
export function useBookingFlow(first: BookingPageData, posted: PostedChoice | null) {
  const [flow, setFlow] = useState(() => initialFlow(first, posted))
  const { view, today, slots, free, first: firstTimes, failed, selected } = flow
  const { date, month } = view
  const change = (next: Partial<Flow>) => setFlow((before) => ({ ...before, ...next }))

  function show(next: Partial<BookingView>, more: Partial<Flow> = {}, state: unknown = null) {
    change({ view: { ...view, ...next }, isNamed: true, ...more })
    history.replaceState(state, '', viewHref({ ...view, ...next }))
  }
  function openStepTwo(next: BookingView) {
    startTransition(() => change({ view: next, isNamed: true }))
    history.pushState({ cameFromStepOne: true }, '', viewHref(next))
  }

  const reads = useRef({ started: 0, newest: {} as Record<string, number> })
  function load(wanted: string, drop = false, { from, to } = monthWindow(wanted, today)) {
    const read = (reads.current.started += 1)
    return fetchSlots(from, to).then(
      (response) => {
        // If two responses have the same day, the later request counts.
        const { newest } = reads.current
        for (const day of Object.keys(groupByDate([], from, to)))
          newest[day] = Math.max(newest[day] ?? 0, read)
        setFlow((before) => {
          // Just after midnight a cached response may still list times of today, which visitors cannot book.
          const open = response.slots.filter(
            (slot) => slot.date > response.today && !before.booked.some((call) => slotsOverlap(slot, call)),
          )
          const times = Object.fromEntries(
            Object.entries(groupByDate(open, from, to)).filter(([day]) => newest[day] === read),
          )
          // `drop` keeps the next free times until the page fetches them again.
          const soon = nextFreeDates(before.free, response.today)
          const kept = <Value>(days: Record<string, Value>) =>
            drop
              ? Object.fromEntries(
                  Object.entries(days).filter(([day]) => soon.includes(day) || (newest[day] ?? 0) > read),
                )
              : days
          return {
            ...before,
            today: response.today,
            slots: { ...kept(before.slots), ...times },
            free: { ...kept(before.free), ...countByDate(times) },
            // A response does not cover the other failed dates, but after a retry (`drop`) the page fetches
            // them again.
            failed: drop ? [] : before.failed.filter((day) => !times[day]),
          }
        })
      },
      () => setFlow((before) => ({ ...before, failed: [...before.failed, wanted] })),
    )
  }

  // The first date not fetched yet among those that the page needs: the selected date, the shown month, the
  // next month (which may have the next free days), and the days after today. Dates that failed do not count.
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
    // The effect also depends on `slots` and `failed`, so that each response sets the timer again even if
    // `today` stays the same.
  }, [today, slots, failed])

  const readUrl = useEffectEvent(() => {
    const params = new URLSearchParams(location.search)
    change({ view: parseView(params, today), isNamed: namesChoice(params) })
  })
  useEffect(() => {
    const onBack = () => readUrl()
    addEventListener('popstate', onBack)
    return () => removeEventListener('popstate', onBack)
  }, [])
  // Reads the URL when Next shows this page again. On Back the props are those of the first visit; after a
  // link they are new. The state is in the URL in both cases.
  const lastRendered = useRef<string | null>(posted ? first.requestId : null)
  useLayoutEffect(() => {
    if (lastRendered.current !== first.requestId) readUrl()
    lastRendered.current = first.requestId
  }, [first.requestId])

  const listed = slots[date]?.find(({ id }) => id === view.slot)
  // Compares the date too, because slots of other dates have the same ids.
  const isSelected = selected?.id === view.slot && selected?.date === date
  // Visitors can select one of the next free times before the page has fetched its day.
  const slot = listed ?? ((view.step === 2 || !slots[date]) && isSelected ? selected : null)
  const inquiry = view.step === 2 && !view.slot

  return {
    date,
    month,
    today,
    view,
    /** True if the page's URL names a date, a time or another choice. */
    isNamed: flow.isNamed,
    free,
    /** The free times of the selected date; undefined until the page has fetched them. */
    slots: slots[date],
    /** The next free times for a visitor in `zone`. A `pressed` time stays in the list while it is free. */
    nextTimes: (zone: string | null, pressed: TimeSlot[]) =>
      nextTimes({ free, slots, first: firstTimes, today }, zone, pressed),
    failed: failed.includes(date),
    slot,
    /** True if the selected time is in the list of free times. */
    listed: Boolean(listed),
    inquiry,
    step: view.step === 2 && (slot || inquiry) ? 2 : 1,
    // A transition, because rendering another day takes long on a slow phone.
    chooseDate: (next: string) =>
      startTransition(() =>
        show({ date: next, month: monthWith(next, month), slot: next === date ? view.slot : null, step: 1 }),
      ),
    // No transition, because the arrow keys focus a day of the new month at once.
    turnTo: (next: string) => show({ month: next }),
    // Sets step 1 too, because the URL may name step 2 with a time that is no longer free.
    chooseSlot: (next: TimeSlot) => show({ slot: next.id, step: 1 }, { selected: next }),
    /** Selects a time together with its date. */
    chooseNext: (next: TimeSlot) =>
      show(
        { date: next.date, month: monthWith(next.date, month), slot: next.id, step: 1 },
        { selected: next },
      ),
    /** Like `chooseSlot`, before Next adds its state to each URL: the entry keeps the state that it has. */
    chooseEarly: (next: TimeSlot) => show({ slot: next.id, step: 1 }, { selected: next }, history.state),
    /** Selects an alternative in step 2, after the time first selected was not available. */
    takeAlternative: (next: TimeSlot) =>
      show({ date: next.date, month: next.date.slice(0, 7), slot: next.id, step: 2 }, { selected: next }),
    next: ({ id }: TimeSlot) => openStepTwo({ ...view, slot: id, step: 2 }),
    /**
     * Opens step 2 without a time, as the inquiry form. Clears the selection in the history entry of step 1
     * too.
     */
    inquire() {
      const opening = { ...defaultView(today), package: view.package, fit: view.fit }
      history.replaceState(null, '', viewHref(opening))
      openStepTwo({ ...opening, step: 2 })
    },
    /** The form's 'Back': the browser's Back, or step 1 if the URL opened step 2. */
    back() {
      if ((history.state as { cameFromStepOne?: true } | null)?.cameFromStepOne) history.back()
      else show({ step: 1 })
    },
    refresh: () => load(date, true),
    /** Shows the default view again, and removes the time just booked from the free times. */
    reset(booked?: StudioTimes) {
      const opening = defaultView(today)
      setFlow((before) => {
        const gone = booked ? [...before.booked, booked] : before.booked
        const days = Object.entries(before.slots).map(([day, times]) => [
          day,
          times.filter((time) => !gone.some((call) => slotsOverlap(time, call))),
        ])
        const left = Object.fromEntries(days) as SlotsByDate
        return {
          ...before,
          view: opening,
          isNamed: false,
          slots: left,
          free: { ...before.free, ...countByDate(left) },
          first: before.first.filter((time) => !gone.some((call) => slotsOverlap(time, call))),
          booked: gone,
          selected: null,
        }
      })
      history.replaceState(null, '', location.pathname)
    },
  } as const
}

export type BookingFlow = ReturnType<typeof useBookingFlow>
