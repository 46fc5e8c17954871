import { startTransition, useState } from 'react'
import type { SubmitResult } from '@/lib/booking/form'
import { nextTimes, type TimeSlot } from '@/lib/booking/slots'
import { defaultAddress, monthShowing, addressHref } from '@/lib/booking/address'
import type { StudioTimes } from '@/lib/dates'
import { countFree, type FreeTimes, withoutCall } from './free-times'
import { type BookingPageData, useBookingAddress } from './use-booking-address'
import { useFreeTimes } from './use-free-times'

function initialTimes({ address, today, slots, free, first }: BookingPageData): FreeTimes {
  return {
    today,
    slots: slots ? { [address.date]: slots } : {},
    counts: free,
    first,
    failed: slots ? [] : [address.date],
    booked: [],
  }
}

/** `state` is no longer idle at first if the form was posted before hydration. */
export function useBookingFlow(first: BookingPageData, state: SubmitResult) {
  const [times, setTimes] = useState(() => initialTimes(first))
  const { today } = times
  const { choice, show, openStepTwo, reset } = useBookingAddress(first, state, today)
  const { address, selected, isNamed } = choice
  const refresh = useFreeTimes([times, setTimes], address)

  // Compares the date too, because slots of other dates have the same ids.
  const chosen = selected?.id === address.slot && selected?.date === address.date ? selected : null
  // If the server has not read the day of a posted time, the page lists only that time.
  const slots = times.slots[address.date] ?? (address.step === 2 && chosen ? [chosen] : undefined)
  const listed = slots?.find(({ id }) => id === address.slot)
  // Visitors can select one of the next free times before the page has fetched its day.
  const slot = listed ?? (address.step === 2 || !slots ? chosen : null)
  const inquiry = address.step === 2 && !address.slot
  const free = countFree(times)
  const monthOf = (date: string) => monthShowing(date, address.month)

  return {
    address,
    isNamed,
    today,
    free,
    /** Undefined until the page has fetched them. */
    slots,
    /** A `pressed` time stays in the list while it is free. */
    nextTimes: (zone: string | null, pressed: TimeSlot[]) => nextTimes({ ...times, free }, zone, pressed),
    failed: times.failed.includes(address.date),
    slot,
    /** True if the selected time is in the list of free times. */
    listed: Boolean(listed),
    inquiry,
    step: address.step === 2 && (slot || inquiry) ? 2 : 1,
    // A transition, because rendering another day takes long on a slow phone.
    chooseDate: (date: string) =>
      startTransition(() =>
        show({ date, month: monthOf(date), slot: date === address.date ? address.slot : null, step: 1 }),
      ),
    // No transition, because the arrow keys focus a day of the new month at once.
    turnTo: (month: string) => show({ month }),
    /** Sets step 1 too, because the URL may name step 2 with a time that is no longer free. */
    chooseSlot: (next: TimeSlot, historyState?: unknown) =>
      show({ slot: next.id, step: 1 }, next, historyState),
    chooseNext: (next: TimeSlot) =>
      show({ date: next.date, month: monthOf(next.date), slot: next.id, step: 1 }, next),
    /** In step 2, after the time first selected was not available. */
    takeAlternative: (next: TimeSlot) =>
      show({ date: next.date, month: next.date.slice(0, 7), slot: next.id, step: 2 }, next),
    next: ({ id }: TimeSlot) => openStepTwo({ ...address, slot: id, step: 2 }),
    /** Opens the inquiry form. Clears the selection in the history entry of step 1 too. */
    inquire() {
      const opening = { ...defaultAddress(today), package: address.package, fit: address.fit }
      history.replaceState(null, '', addressHref(opening))
      openStepTwo({ ...opening, step: 2 })
    },
    /** The browser's Back, or step 1 if the URL opened step 2. */
    back() {
      if ((history.state as { cameFromStepOne?: true } | null)?.cameFromStepOne) history.back()
      else show({ step: 1 })
    },
    refresh,
    /** Also removes the time just booked from the free times. */
    reset(booked?: StudioTimes) {
      if (booked) setTimes((before) => withoutCall(before, booked))
      reset(defaultAddress(today))
    },
  } as const
}

export type BookingFlow = ReturnType<typeof useBookingFlow>
