'use client'

import { useSearchParams } from 'next/navigation'
import { memo, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { showToast, Toasts } from '@/components/toasts'
import { useFormAction } from '@/components/use-form-action'
import { idle } from '@/lib/action-state'
import { type BookingState, NO_TIME, readEntries } from '@/lib/booking/form'
import { decodeChoice, encodeChoice, type PackedSlots } from '@/lib/booking/slots'
import { CHECK_FIELDS, limits, tooLong } from '@/lib/booking/text'
import { submitFailure } from '@/lib/errors'
import { submitBooking } from '../actions'
import { Confirmation } from './confirmation'
import { StepOne } from './step-one'
import { StepTwo } from './step-two'
import { useChoice } from './use-choice'
import { useVisitorZone } from './use-visitor-zone'

type BookingFormProps = {
  today: string
  /** Null when the backend did not answer. */
  slots: PackedSlots | null
  requestId: string
  /** What we do with the data: it stands at the form. */
  children: React.ReactNode
}

/** Two steps in one form: a time, then who wants it (spec 2). Both are always in the page; without JavaScript both are shown. */
export function BookingForm(props: BookingFormProps) {
  // The form writes the address itself; what it wrote is no reason to render it once more.
  const [params] = useState(useSearchParams())
  return <Steps params={params} {...props} />
}

const Steps = memo(function Steps({
  params,
  today,
  slots,
  requestId: firstId,
  children,
}: BookingFormProps & { params: URLSearchParams }) {
  const form = useRef<HTMLFormElement>(null)
  const action = useFormAction<BookingState>(submitBooking, idle, unreachable, onAnswer)
  const { state, pending, hydrated } = action
  const posted = state.status === 'error' ? state.entries : undefined
  const booking = useChoice({ today, slots, params }, posted?.time ?? '')
  const [requestId, setRequestId] = useState(posted?.request_id ?? firstId)
  const [success, setSuccess] = useState(state.status === 'success' ? state : null)
  const zone = useVisitorZone()
  const { step } = booking

  // A time that was pressed before these scripts ran is known to its radio alone, until the first render after this one.
  const takeEarlyPress = useEffectEvent(() => {
    const early = decodeChoice(readEntries(new FormData(form.current ?? undefined)).time)
    // Choosing writes the address, which is Next's until its own effects have run.
    if (early && early.id !== booking.choice?.id) setTimeout(() => booking.chooseSlot(early))
  })
  useLayoutEffect(() => takeEarlyPress(), [])

  const shown = useRef<number>(step)
  useEffect(() => {
    const moved = shown.current !== step
    shown.current = step
    // After a success the confirmation has taken the focus.
    if (moved && document.activeElement?.id !== 'confirmation')
      document.getElementById(`step-${step}`)?.focus()
  }, [step])

  function onAnswer(answer: BookingState) {
    if (answer.status === 'success') {
      setSuccess(answer)
      setRequestId(answer.data.next_request_id)
      showToast({ tone: 'success', title: 'Success', message: answer.message })
      booking.reset()
    } else if (answer.status === 'error') {
      const [faulty] = Object.keys(answer.fields ?? {})
      if (faulty) (form.current?.elements.namedItem(faulty) as HTMLElement | null)?.focus()
      if (answer.alternatives) booking.refresh()
    }
  }

  function onSubmit(event: React.FormEvent<HTMLFormElement>) {
    if (step === 2) return action.form.onSubmit(event)
    event.preventDefault()
    if (booking.choice) booking.next()
  }

  return (
    <>
      {success && (
        <Confirmation
          key={success.data.next_request_id}
          message={hydrated ? null : success.message}
          sent={success.data.sent}
          zone={zone}
          onClose={() => setSuccess(null)}
        />
      )}
      <form ref={form} {...action.form} onSubmit={onSubmit} className="relative">
        <input type="hidden" name="request_id" value={requestId} />
        {/* A time that left the list has no radio any more, but it is what the ticket says: the database is to answer for it. */}
        {hydrated && booking.choice && !booking.listed && (
          <input type="hidden" name="time" value={encodeChoice(booking.choice)} />
        )}
        <StepOne booking={booking} zone={zone} />
        <StepTwo key={requestId} {...{ booking, state, pending, hydrated, zone }}>
          {children}
        </StepTwo>
      </form>
      <Toasts />
    </>
  )
})

/** The answer when none came: offline, a failed server, or a text so long that the server would not read it. */
function unreachable(form: FormData): BookingState {
  const entries = readEntries(form)
  if (entries.message.length > limits.message) {
    return { status: 'error', message: CHECK_FIELDS, fields: { message: tooLong(limits.message) }, entries }
  }
  const kind = entries.time === NO_TIME ? 'inquiry' : 'booking'
  return { status: 'error', ...submitFailure(kind, 'unreachable'), entries }
}
