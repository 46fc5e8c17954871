import { startTransition, useState } from 'react'
import { NO_TIME } from '@/lib/booking/form'
import { type Choice, decodeChoice, type PackedSlots, type Slot, unpackSlots } from '@/lib/booking/slots'
import { useBookingView } from './use-booking-view'
import { useOpenSlots } from './use-open-slots'

/**
 * Which day, time and step, and what is free. `first` is what the server found and the address asks for, `visit` changes with each
 * visit by a link; `posted` the `time` of a form sent without JavaScript that
 * was refused: it stays chosen, even while the backend is away.
 */
export function useChoice(
  first: { today: string; slots: PackedSlots | null; params: URLSearchParams; visit: string },
  posted: string,
) {
  const [sent] = useState(() => decodeChoice(posted, first.today))
  const { view, show, goOn, goBack, reset } = useBookingView(
    first.params,
    first.today,
    first.visit,
    sent ? { date: sent.date, slot: sent.id, step: 2 } : posted === NO_TIME ? { slot: null, step: 2 } : {},
  )
  // The calendar follows the date until somebody turns its pages.
  const [turnedTo, setTurnedTo] = useState<string | null>(null)
  const month = turnedTo ?? view.date
  const open = () => (first.slots ? unpackSlots(first.slots) : sent && { [sent.date]: [sent] })
  const times = useOpenSlots({ today: first.today, open }, view.date, month)

  // A time that is taken meanwhile leaves the list, but not the ticket of somebody who is already writing.
  const slot = times.open[view.date]?.find(({ id }) => id === view.slot)
  const listed = slot && { date: view.date, ...slot }
  const [kept, setKept] = useState<Choice | null>(listed ?? sent)
  const choice = listed ?? (view.step === 2 && kept?.id === view.slot ? kept : null)
  const inquiry = view.step === 2 && !view.slot

  return {
    ...times,
    date: view.date,
    month,
    choice,
    /** Whether the chosen time is (still) among those on offer. */
    listed: Boolean(listed),
    inquiry,
    step: view.step === 2 && (choice || inquiry) ? 2 : 1,
    // Another day is drawn after the press has been shown: on a slow phone it takes a while.
    chooseDate: (date: string) =>
      startTransition(() => {
        setTurnedTo(null)
        show({ date, slot: null, step: 1 })
      }),
    turnTo: setTurnedTo,
    chooseSlot(slot: Slot) {
      setKept({ date: view.date, ...slot })
      show({ ...view, slot: slot.id })
    },
    /** A time that was asked for before: it stays chosen where the address names it, though it may be off the list. */
    keep: setKept,
    /** Another time than the one that was refused. */
    take(choice: Choice) {
      setKept(choice)
      show({ date: choice.date, slot: choice.id, step: 2 })
    },
    next: () => goOn({ ...view, step: 2 }),
    /** The plain inquiry: clears date and slot (spec 2). */
    inquire() {
      setTurnedTo(null)
      reset(times.today)
      goOn({ ...view, slot: null, step: 2 })
    },
    back: goBack,
    refresh: () => times.refresh(view.date),
    /** As the page opens, with fresh times. */
    reset() {
      setTurnedTo(null)
      times.refresh(reset(times.today))
    },
  } as const
}

export type Booking = ReturnType<typeof useChoice>
