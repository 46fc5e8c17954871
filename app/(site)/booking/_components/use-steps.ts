import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { ignorePresses } from '@/components/ignore-presses'
import { readEntries, STEP } from '@/lib/booking/form'
import { decodeSlot } from '@/lib/booking/slots'
import type { BookingFlow } from './use-booking-flow'

type Form = RefObject<HTMLFormElement | null>

export function useStepFocus(form: Form, step: 1 | 2) {
  const shown = useRef(step)
  useEffect(() => {
    const moved = shown.current !== step
    shown.current = step
    // After a success the focus stays on the confirmation.
    if (!moved || document.activeElement?.id === 'confirmation') return
    document.getElementById(`step-${step}`)?.focus()
    // The second press of a double press on the button would hit the new step under the pointer.
    ignorePresses(form.current)
  }, [form, step])
}

/** A time selected before hydration. Before the paint, or a press on 'Next' would do nothing. */
export function useEarlyTime(form: Form, { step, slot, today, chooseSlot }: BookingFlow) {
  const selectEarlyTime = useEffectEvent(() => {
    const early = decodeSlot(readEntries(new FormData(form.current ?? undefined)).time, today)
    // Next has not yet added its state to each URL: the history entry keeps the state that it has.
    if (early && step === 1 && early.id !== slot?.id) chooseSlot(early, history.state)
  })
  useLayoutEffect(() => selectEarlyTime(), [])
}

/** Returns false if the pressed button sends the form. */
export function openStep(event: React.FormEvent<HTMLFormElement>, flow: BookingFlow): boolean {
  const { submitter } = event.nativeEvent as SubmitEvent
  if (flow.step === 2 && submitter?.getAttribute('name') !== STEP) return false
  event.preventDefault()
  const chosen = decodeSlot(readEntries(new FormData(event.currentTarget, submitter)).time, flow.today)
  if (flow.step === 2) flow.back()
  else if (chosen) flow.next(chosen)
  return true
}
