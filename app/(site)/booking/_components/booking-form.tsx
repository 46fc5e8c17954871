'use client'

import { clsx } from 'clsx'
import { flushSync } from 'react-dom'
import { startTransition, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { OUTDATED } from '@/components/reload-button'
import { ignorePresses } from '@/components/ignore-presses'
import { StillSending } from '@/components/site/still-sending'
import type * as toasts from '@/components/toasts'
import { useEarlyEntries } from '@/components/use-early-entries'
import { type NoResponse, useFormAction } from '@/components/use-form-action'
import { useSavedText } from '@/components/use-saved-text'
import { idle } from '@/lib/action-state'
import { HONEYPOT, NO_TIME, readEntries, STEP, type SubmitResult } from '@/lib/booking/form'
import { decodeSlot, encodeSlot, type TimeSlot } from '@/lib/booking/slots'
import { CHECK_FIELDS, limits, textFields } from '@/lib/booking/form'
import { lengthOf, tooLong } from '@/lib/text'
import { viewHref } from '@/lib/booking/view'
import { bookableDates } from '@/lib/dates'
import { useVisitorZone } from '@/components/use-visitor-zone'
import { booking as words, describeStored } from '@/lib/content/booking'
import { submitFailure } from '@/lib/content/submit-errors'
import { paths } from '@/lib/paths'
import { submitBooking } from '../actions'
import { BookedCall } from './booked-call'
import { Confirmation } from './confirmation'
import { DateForm } from './date-form'
import { StepOne } from './step-one'
import type { StartAnswers } from './start-answers'
import { StepTwo } from './step-two'
import { TakenTime } from './taken-time'
import { type BookingPageData, type PostedChoice, useBookingFlow } from './use-booking-flow'
import { useSavedConfirmation } from './use-saved-confirmation'

const TOAST = 'booking'

type FormProps = {
  /** True if calls are by phone. */
  asksPhone: boolean
  /** The visitor's answers to the questions on /start, read from the page's URL. */
  answers: StartAnswers | null
  /** Free times near the time that the page's URL names, if that time is taken; else empty. */
  instead: TimeSlot[]
}

/**
 * The booking form. It always renders both steps, the time and the visitor's details: without JavaScript both
 * are visible.
 */
export function BookingForm({ asksPhone, answers, instead, ...first }: BookingPageData & FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const action = useFormAction<SubmitResult>(submitBooking, idle, noResult, onResult, checkSize)
  const { state, outdated, pending, hydrated } = action
  const entries = 'entries' in state ? state.entries : undefined
  // The URL of a form posted before hydration is the one in which the visitor chose the time.
  const isNamed = first.isNamed && state.status !== 'success'
  const flow = useBookingFlow({ ...first, isNamed }, postedChoice(state))
  const { step, today } = flow
  const [requestId, setRequestId] = useState(() =>
    action.hydrated ? newRequestId(first.requestId) : (entries?.request_id ?? first.requestId),
  )
  useEarlyEntries(form, 'booking-form')
  const { saveText, clearText } = useSavedText(form, 'booking-text', textFields)
  const confirmation = useSavedConfirmation(state, today, flow.isNamed || step === 2)
  const { held, confirmed, isFresh } = confirmation
  // A new key after each stored request empties the fields of step 2.
  const [stepTwoKey, setStepTwoKey] = useState(0)
  const toaster = useToaster()
  const zone = useVisitorZone()

  // If the visitor selected a time before hydration, React does not know it yet. This selects that time
  // before the browser paints, or a press on 'Next' at this moment would do nothing.
  const selectEarlyTime = useEffectEvent(() => {
    const early = decodeSlot(readEntries(new FormData(form.current ?? undefined)).time, today)
    if (early && step === 1 && early.id !== flow.slot?.id) flow.chooseEarly(early)
  })
  useLayoutEffect(() => selectEarlyTime(), [])

  const shown = useRef<number>(step)
  useEffect(() => {
    const moved = shown.current !== step
    shown.current = step
    // After a success the focus stays on the confirmation.
    if (!moved || document.activeElement?.id === 'confirmation') return
    document.getElementById(`step-${step}`)?.focus()
    // The second press of a double press on the button would hit the new step under the pointer.
    ignorePresses(form.current)
  }, [step])

  function onResult(result: SubmitResult) {
    toaster?.dismissToast(TOAST)
    if (result.status === 'success') {
      const { sent, next_request_id } = result.data
      setRequestId(next_request_id)
      confirmation.show(sent)
      // The request was cancelled after it was stored. The form keeps its entries, so that the visitor can
      // send them again.
      if (sent.status === 'cancelled') return void flow.refresh()
      // If the stored request differs from the form, the fields keep the visitor's later changes, which are
      // not stored.
      if (!sent.differs) {
        toaster?.showToast({ tone: 'success', message: result.message, silent: true })
        clearText()
        // A transition, like the update of the form's state. Otherwise the emptied fields would render once
        // with the old state and take its entries.
        startTransition(() => setStepTwoKey((before) => before + 1))
      }
      flow.reset(sent.kind === 'booking' ? sent : undefined)
    } else if (result.status === 'error') {
      const { message, detail, fields, alternatives } = result
      toaster?.showToast({ tone: 'error', message, ...(detail && { detail }), id: TOAST })
      const [firstInvalid] = Object.keys(fields ?? {})
      field(firstInvalid)?.focus()
      const honeypot = field(HONEYPOT)
      if (honeypot) honeypot.value = ''
      if (alternatives) void flow.refresh()
    }
  }
  function field(name: string | undefined) {
    const found = name ? form.current?.elements.namedItem(name) : null
    return found instanceof HTMLElement ? (found as HTMLInputElement) : null
  }

  function onSubmit(event: React.FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent
    const { time } = readEntries(new FormData(event.currentTarget, submitter))
    if (step === 1 || submitter?.getAttribute('name') === STEP) {
      event.preventDefault()
      const chosen = decodeSlot(time, today)
      if (step === 2) flow.back()
      else if (chosen) flow.next(chosen)
      return
    }
    action.form.onSubmit(event)
    // A submit button with an alternative time also selects that time, so that a retry after a lost response
    // requests it again.
    const other = decodeSlot(time, today)
    if (other && other.id + other.date !== `${flow.slot?.id}${flow.slot?.date}`) flow.takeAlternative(other)
  }

  const stored = confirmed && describeStored(confirmed)
  return (
    <div className="wrap pt-10 pb-(--section) sm:pt-14">
      <h1 id="title" className="text-headline">
        {stored?.title ?? (held ? words.bookAnother : words.title)}
      </h1>
      <div
        className={
          stored ? clsx('success', isFresh && 'is-fresh') : 'mt-3 text-lead text-muted-foreground sm:mt-4'
        }
      >
        <p id="stored-message" className={stored ? undefined : 'max-w-[18em] sm:max-w-[26em]'}>
          {stored?.message ?? words.lead(asksPhone)}
        </p>
        {toaster && <toaster.Toasts />}
      </div>
      {held && <BookedCall call={held} zone={zone} />}
      {confirmed && (
        <Confirmation
          key={confirmed.id}
          sent={confirmed}
          fresh={isFresh}
          hydrated={hydrated}
          zone={zone}
          asksPhone={asksPhone}
          onClose={() => {
            flushSync(confirmation.bookAnother)
            ignorePresses(form.current?.parentElement ?? null)
            // Scrolls to the top, because the new heading and the booked call are above the step.
            document.getElementById(`step-${step}`)?.focus({ preventScroll: true })
            scrollTo({ top: 0, behavior: 'instant' })
          }}
        />
      )}
      {!hydrated && (
        <DateForm
          action={paths.booking}
          date={flow.date}
          {...bookableDates(today)}
          className="mt-8 hidden noscript:flex"
          keep={{ package: flow.view.package, fit: flow.view.fit }}
        />
      )}
      <form
        ref={form}
        id="booking-form"
        {...action.form}
        onSubmit={onSubmit}
        onInput={saveText}
        className={clsx('relative', confirmation.isFolded && 'hidden noscript:block')}
      >
        <input type="hidden" name="request_id" value={requestId} />
        {/* A selected time that is no longer listed. The form still sends it, and the database decides. */}
        {flow.slot && !flow.listed && (
          <input type="radio" name="time" value={encodeSlot(flow.slot)} checked readOnly hidden />
        )}
        {instead.length > 0 && state.status === 'idle' && step === 1 && !flow.slot && (
          <div className="mt-6">
            <TakenTime
              times={instead}
              zone={zone}
              hrefOf={({ date, id }) =>
                viewHref({ ...flow.view, date, month: date.slice(0, 7), slot: id, step: 1 })
              }
            />
          </div>
        )}
        <StepOne flow={flow} hydrated={hydrated} zone={zone} after={confirmed?.kind} asksPhone={asksPhone} />
        <StepTwo
          key={stepTwoKey}
          {...{ flow, state, outdated, pending, hydrated, zone, asksPhone }}
          answers={flow.view.fit ? answers : null}
          toasted={toaster !== null}
        />
        <StillSending pending={pending} />
      </form>
    </div>
  )
}

/**
 * A new request id for a form that Next renders in the browser: on Back, Next uses the page's first props,
 * and the request with the `rendered` id may be stored already. Returns `rendered` without https, where
 * browsers make no id.
 */
function newRequestId(rendered: string): string {
  return isSecureContext ? crypto.randomUUID() : rendered
}

/** The selection of a form posted before hydration; null if no form was posted. */
function postedChoice(state: SubmitResult): PostedChoice | null {
  if (state.status === 'idle') return null
  if (state.status === 'success') return { time: '', step: 1 }
  return { time: state.entries?.time ?? '', step: state.status === 'step' ? state.step : 2 }
}

/**
 * The toasts' module, loaded after hydration to keep the page's script small. Null until then, or if it fails
 * to load: the page then shows messages without toasts.
 */
function useToaster(): typeof toasts | null {
  const [toaster, setToaster] = useState<typeof toasts | null>(null)
  useEffect(() => {
    import('@/components/toasts').then(setToaster, () => {})
  }, [])
  return toaster
}

// The maximum size of a form. A server action accepts 64 KB (next.config.ts); valid entries have at most 21
// KB.
const MAX_BYTES = 40_000

/** The errors for a form larger than `MAX_BYTES`, which is not sent; null for a smaller one. */
function checkSize(form: FormData): SubmitResult | null {
  const entries = readEntries(form)
  if (new Blob(Object.values(entries)).size <= MAX_BYTES) return null
  const long = textFields.filter((name) => lengthOf(entries[name]) > limits[name])
  const fields = Object.fromEntries(long.map((name) => [name, tooLong(limits[name])]))
  return { status: 'error', message: CHECK_FIELDS, fields, entries }
}

/** The form's state if the server's response is missing. */
function noResult(form: FormData, why: NoResponse): SubmitResult {
  const entries = readEntries(form)
  const kind = entries.time === NO_TIME ? 'inquiry' : 'booking'
  const failure = submitFailure(kind, why === 'lost' ? 'no_response' : 'unreachable')
  return {
    status: 'error',
    ...failure,
    ...(why === 'outdated' && { detail: `${OUTDATED} What you typed and chose stays.` }),
    entries,
  }
}
