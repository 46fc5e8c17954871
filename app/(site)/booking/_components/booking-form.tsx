'use client'

import { RestStyles } from '@/app/styles/rest-styles'
import { clsx } from 'clsx'
import { flushSync } from 'react-dom'
import { useRef } from 'react'
import { FormContext } from '@/components/form'
import { ignorePresses } from '@/components/ignore-presses'
import { StillSending } from '@/components/site/still-sending'
import { useEarlyEntries } from '@/components/use-early-entries'
import { encodeSlot, type TimeSlot } from '@/lib/booking/slots'
import { addressHref } from '@/lib/booking/address'
import { bookableDates } from '@/lib/dates'
import { useVisitorZone } from '@/components/use-visitor-zone'
import { booking as words } from '@/lib/content/booking'
import { describeStored } from '@/lib/booking/stored'
import { paths } from '@/lib/paths'
import { BookedCall } from './booked-call'
import { Confirmation } from './confirmation'
import { DateForm } from './date-form'
import { StepOne } from './step-one'
import type { StartAnswers } from './start-answers'
import { StepTwo } from './step-two'
import { TakenTime } from './taken-time'
import type { BookingPageData } from './use-booking-address'
import { useBookingSubmit } from './use-booking-submit'
import { useEarlyTime, useStepFocus } from './use-steps'

type FormProps = {
  asksPhone: boolean
  /** The visitor's answers on /start, from the page's URL. */
  answers: StartAnswers | null
  /** Free times near the one that the page's URL names, if that is taken. */
  instead: TimeSlot[]
}

/** Renders both steps always: without JavaScript both are visible. */
export function BookingForm({ asksPhone, answers, instead, ...first }: BookingPageData & FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const zone = useVisitorZone()
  const submit = useBookingSubmit(form, first)
  const { state, outdated, pending, hydrated, flow, toaster, confirmation } = submit
  const { step, address } = flow
  useEarlyEntries(form, 'booking-form')
  useEarlyTime(form, flow)
  useStepFocus(form, step)

  function bookAnother() {
    flushSync(confirmation.bookAnother)
    ignorePresses(form.current?.parentElement ?? null)
    // The new heading and the booked call are above the step.
    document.getElementById(`step-${step}`)?.focus({ preventScroll: true })
    scrollTo({ top: 0, behavior: 'instant' })
  }
  // The first screen shows more than the calendar and the times.
  const isLater = step === 2 || state.status !== 'idle' || instead.length > 0
  return (
    <div className={clsx('wrap pb-(--section)', step === 2 ? 'booking-step-two' : 'pt-8 sm:pt-14')}>
      {isLater && <RestStyles />}
      <Title {...{ confirmation, asksPhone }}>{toaster && <toaster.Toasts />}</Title>
      {confirmation.heldCall && <BookedCall call={confirmation.heldCall} zone={zone} />}
      {confirmation.confirmed && (
        <Confirmation
          key={confirmation.confirmed.id}
          sent={confirmation.confirmed}
          isFresh={confirmation.isFresh}
          onClose={bookAnother}
          {...{ hydrated, zone, asksPhone }}
        />
      )}
      {!hydrated && (
        <DateForm
          action={paths.booking}
          date={address.date}
          {...bookableDates(flow.today)}
          className="mt-8 hidden noscript:flex"
          keep={{ package: address.package, fit: address.fit }}
        />
      )}
      <form
        ref={form}
        id="booking-form"
        {...submit.form}
        className={clsx('relative', confirmation.isFolded && 'hidden noscript:block')}
      >
        <input type="hidden" name="request_id" value={submit.requestId} />
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
                addressHref({ ...address, date, month: date.slice(0, 7), slot: id, step: 1 })
              }
            />
          </div>
        )}
        <StepOne {...{ flow, hydrated, zone, asksPhone }} after={confirmation.confirmed?.kind} />
        {!isLater && <RestStyles />}
        <FormContext value={submit.fields}>
          <StepTwo
            key={submit.stepTwoKey}
            {...{ flow, state, outdated, pending, hydrated, zone, asksPhone }}
            answers={address.fit ? answers : null}
            toasted={toaster !== null}
          />
        </FormContext>
        <StillSending pending={pending} />
      </form>
    </div>
  )
}

function Title({
  confirmation: { confirmed, heldCall, isFresh },
  asksPhone,
  children,
}: {
  confirmation: ReturnType<typeof useBookingSubmit>['confirmation']
  asksPhone: boolean
  children: React.ReactNode
}) {
  const stored = confirmed && describeStored(confirmed)
  return (
    <>
      <h1 id="title" className="text-headline">
        {stored?.title ?? (heldCall ? words.bookAnother : words.title)}
      </h1>
      <div
        className={
          stored ? clsx('success', isFresh && 'is-fresh') : 'mt-3 text-lead text-muted-foreground sm:mt-4'
        }
      >
        <p id="stored-message" className={stored ? undefined : 'text-balance'}>
          {stored?.message ?? words.lead(asksPhone)}
        </p>
        {children}
      </div>
    </>
  )
}
