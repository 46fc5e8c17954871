'use client'

import { useSearchParams } from 'next/navigation'
import { memo, startTransition, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { OUTDATED } from '@/components/reload-button'
import { type NoResponse, useFormAction } from '@/components/use-form-action'
import { useKeptText } from '@/components/use-kept-text'
import { idle } from '@/lib/action-state'
import { type BookingState, HONEYPOT, NO_TIME, readEntries } from '@/lib/booking/form'
import { decodeChoice, encodeChoice, type PackedSlots } from '@/lib/booking/slots'
import { CHECK_FIELDS, lengthOf, limits, tooLong } from '@/lib/booking/text'
import { submitFailure } from '@/lib/errors'
import { submitBooking } from '../actions'
import { Confirmation } from './confirmation'
import { StepOne } from './step-one'
import { StepTwo } from './step-two'
import { useChoice } from './use-choice'
import { useRequestId } from './use-request-id'
import { useToaster } from './use-toaster'
import { useVisitorZone } from './use-visitor-zone'

type BookingFormProps = {
  today: string
  /** Null when the backend did not answer. */
  slots: PackedSlots | null
  requestId: string
  /** What we do with the data: it stands at the form. */
  children: React.ReactNode
}

const TEXT_FIELDS = ['name', 'email', 'message'] as const

/** Two steps in one form: a time, then who wants it. Both are always in the page; without JavaScript both are shown. */
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
  const action = useFormAction<BookingState>(submitBooking, idle, failed, onResponse, checkSize)
  const { state, outdated, pending, hydrated } = action
  const posted = state.status === 'error' ? state.entries : undefined
  const booking = useChoice({ today, slots, params, visit: firstId }, posted?.time ?? '')
  const { requestId, onSend, onStored } = useRequestId(posted?.request_id ?? firstId, keepTime)
  const { keepText, forgetText } = useKeptText(form, 'booking-text', TEXT_FIELDS)
  const [success, setSuccess] = useState(state.status === 'success' ? { ...state, toasted: false } : null)
  // With each booking that is stored the fields begin anew.
  const [round, setRound] = useState(0)
  const toaster = useToaster()
  const zone = useVisitorZone()
  const { step } = booking

  // A time that was pressed before these scripts ran is known to its radio alone, until the first render after this one.
  const takeEarlyPress = useEffectEvent(() => {
    const early = decodeChoice(readEntries(new FormData(form.current ?? undefined)).time, today)
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

  /** A time whose request may be stored is off the list, and still this visitor's. */
  function keepTime(time: string) {
    const choice = decodeChoice(time, today)
    if (choice) booking.keep(choice)
  }

  function onResponse(response: BookingState) {
    if (response.status === 'success') {
      const { sent, next_request_id } = response.data
      onStored(next_request_id)
      setSuccess({ ...response, toasted: toaster !== null && sent.repeat !== 'unchanged' })
      // What was cancelled meanwhile can be booked again as it stands.
      if (sent.status === 'cancelled') return booking.refresh()
      if (sent.repeat !== 'unchanged')
        toaster?.showToast({ tone: 'success', title: 'Success', message: response.message })
      forgetText()
      // Together with the state of this success: the one before may be an error, whose entries the new fields would take.
      startTransition(() => setRound((before) => before + 1))
      booking.reset()
    } else if (response.status === 'error') {
      const [faulty] = Object.keys(response.fields ?? {})
      field(faulty)?.focus()
      const honeypot = field(HONEYPOT)
      if (honeypot) honeypot.value = ''
      if (response.alternatives) booking.refresh()
    }
  }
  function field(name: string | undefined) {
    const found = name ? form.current?.elements.namedItem(name) : null
    return found instanceof HTMLElement ? (found as HTMLInputElement) : null
  }

  function onSubmit(event: React.FormEvent<HTMLFormElement>) {
    if (step === 1) {
      event.preventDefault()
      if (booking.choice) booking.next()
      return
    }
    const { submitter } = event.nativeEvent as SubmitEvent
    const { time } = readEntries(new FormData(event.currentTarget, submitter))
    onSend(time)
    action.form.onSubmit(event)
    // From now on it is the chosen time, so that pressing again after a lost response asks for it again.
    const other = decodeChoice(time, today)
    if (other && other.id + other.date !== `${booking.choice?.id}${booking.choice?.date}`) booking.take(other)
  }

  return (
    <>
      {success && (
        <Confirmation
          key={success.data.next_request_id}
          message={success.toasted ? null : success.message}
          sent={success.data.sent}
          zone={zone}
          onClose={() => {
            setSuccess(null)
            document.getElementById(`step-${step}`)?.focus()
          }}
        />
      )}
      <form ref={form} {...action.form} onSubmit={onSubmit} onInput={keepText} className="relative">
        <input type="hidden" name="request_id" value={requestId} />
        {/* A time that left the list has no radio any more, but it is what the ticket says: the database is to answer for it. */}
        {hydrated && booking.choice && !booking.listed && (
          <input type="hidden" name="time" value={encodeChoice(booking.choice)} />
        )}
        <StepOne booking={booking} zone={zone} />
        <StepTwo key={round} {...{ booking, state, outdated, pending, hydrated, zone }}>
          {children}
        </StepTwo>
      </form>
      {toaster && <toaster.Toasts />}
    </>
  )
})

// A server action's body may be 64 KB; what people may write is at most 21 KB.
const MAX_BYTES = 40_000

/** The faults of a text that no server of ours would read, so that it is not even sent. */
function checkSize(form: FormData): BookingState | null {
  const entries = readEntries(form)
  if (new Blob(Object.values(entries)).size <= MAX_BYTES) return null
  const long = TEXT_FIELDS.filter((name) => lengthOf(entries[name]) > limits[name])
  const fields = Object.fromEntries(long.map((name) => [name, tooLong(limits[name])]))
  return { status: 'error', message: CHECK_FIELDS, fields, entries }
}

/** The state when no response came. */
function failed(form: FormData, why: NoResponse): BookingState {
  const entries = readEntries(form)
  const kind = entries.time === NO_TIME ? 'inquiry' : 'booking'
  const failure = submitFailure(kind, why === 'lost' ? 'no_answer' : 'unreachable')
  return {
    status: 'error',
    ...failure,
    ...(why === 'outdated' && { detail: `${OUTDATED} What you typed and chose stays.` }),
    entries,
  }
}
