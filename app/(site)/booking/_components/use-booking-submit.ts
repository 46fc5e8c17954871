import { type RefObject, startTransition, useState } from 'react'
import { useFormAction } from '@/components/use-form-action'
import { useSavedText } from '@/components/use-saved-text'
import { HONEYPOT, readEntries, type SubmitResult, textFields } from '@/lib/booking/form'
import { decodeSlot } from '@/lib/booking/slots'
import { submitBooking } from '../actions'
import { checkSize, noResult } from './missing-response'
import { useBookingFlow } from './use-booking-flow'
import type { BookingPageData } from './use-booking-address'
import { useSavedConfirmation } from './use-saved-confirmation'
import { openStep } from './use-steps'
import { useToaster } from './use-toaster'

const TOAST = 'booking'

export function useBookingSubmit(form: RefObject<HTMLFormElement | null>, first: BookingPageData) {
  const action = useFormAction<SubmitResult>(submitBooking, noResult, { onResponse, check: checkSize })
  const { state, pending, hydrated } = action
  const flow = useBookingFlow(first, state)
  const toaster = useToaster(flow.step)
  const requestId = useRequestId(state, hydrated, first.requestId)
  const { saveText, clearText } = useSavedText(form, 'booking-text', textFields)
  const confirmation = useSavedConfirmation(state, flow.today, flow.isNamed || flow.step === 2)
  // A new key after each stored request empties the fields of step 2.
  const [stepTwoKey, setStepTwoKey] = useState(0)

  function onResponse(result: SubmitResult) {
    toaster?.dismissToast(TOAST)
    if (result.status === 'success') onStored(result)
    else if (result.status === 'error') onFailed(result)
  }
  function onStored({ message, data: { sent } }: Extract<SubmitResult, { status: 'success' }>) {
    confirmation.show(sent)
    // The request was cancelled after it was stored. Its visitor can send the entries again.
    if (sent.status === 'cancelled') return void flow.refresh()
    // If the stored request differs from the form, the fields keep the later changes, which are not stored.
    if (!sent.differs) {
      toaster?.showToast({ tone: 'success', message, silent: true })
      clearText()
      // A transition, as for the form's state. Emptied fields would render once with the old state's entries.
      startTransition(() => setStepTwoKey((before) => before + 1))
    }
    flow.reset(sent.kind === 'booking' ? sent : undefined)
  }
  function onFailed({ message, detail, fields, alternatives }: Extract<SubmitResult, { status: 'error' }>) {
    toaster?.showToast({ tone: 'error', message, ...(detail && { detail }), id: TOAST })
    const [firstInvalid] = Object.keys(fields ?? {})
    field(firstInvalid)?.focus()
    const honeypot = field(HONEYPOT)
    if (honeypot) honeypot.value = ''
    if (alternatives) void flow.refresh()
  }
  function field(name: string | undefined) {
    const found = name ? form.current?.elements.namedItem(name) : null
    return found instanceof HTMLElement ? (found as HTMLInputElement) : null
  }

  function onSubmit(event: React.FormEvent<HTMLFormElement>) {
    if (openStep(event, flow)) return
    action.form.onSubmit(event)
    // A button with an alternative time also selects it, so that a retry after a lost response asks for it.
    const { submitter } = event.nativeEvent as SubmitEvent
    const { time } = readEntries(new FormData(event.currentTarget, submitter))
    const other = decodeSlot(time, flow.today)
    if (other && other.id + other.date !== `${flow.slot?.id}${flow.slot?.date}`) flow.takeAlternative(other)
  }

  return {
    ...action,
    form: { ...action.form, onSubmit, onInput: saveText },
    fields: {
      id: 'booking',
      pending,
      errors: state.status === 'error' ? state.fields : undefined,
      entries: 'entries' in state ? state.entries : undefined,
    },
    flow,
    toaster,
    confirmation,
    stepTwoKey,
    requestId,
  }
}

/**
 * A form that Next renders in the browser gets a new id: on Back, Next uses the page's first props, and the
 * request with the `rendered` id may be stored already. Without https, browsers make no id.
 */
function useRequestId(state: SubmitResult, hydrated: boolean, rendered: string): string {
  const [first] = useState(() => (hydrated && isSecureContext ? crypto.randomUUID() : rendered))
  if (state.status === 'success') return state.data.next_request_id
  return ('entries' in state && state.entries?.request_id) || first
}
