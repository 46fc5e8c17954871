import { clsx } from 'clsx'
import { use } from 'react'
import { buttonVariants } from '@/components/ui/button-variants'
import { HONEYPOT, STEP, type SubmitResult } from '@/lib/booking/form'
import { limits, type TextField } from '@/lib/booking/form'
import { readPackage } from '@/lib/booking/address'
import { packageNames } from '@/lib/content/package-names'
import { booking } from '@/lib/content/booking'
import { site } from '@/lib/content/studio'
import { Field, FormContext, SubmitButton } from '@/components/form'
import { StartAnswersNote, type StartAnswers } from './start-answers'
import { SubmitFailed } from './submit-failed'
import { StepTicket } from './step-ticket'
import type { BookingFlow } from './use-booking-flow'

type StepTwoProps = {
  flow: BookingFlow
  state: SubmitResult
  /** True if a deploy has replaced this page's version, so the server would reject its form. */
  outdated: boolean
  pending: boolean
  hydrated: boolean
  /** True if a toast announces the error, so that the page need not. */
  toasted: boolean
  zone: string | null
  asksPhone: boolean
  answers: StartAnswers | null
}

const BOOK = 'Book a free strategy call'
const SEND = 'Send message'

export function StepTwo({
  flow,
  state,
  pending,
  hydrated,
  zone,
  asksPhone,
  answers,
  ...failure
}: StepTwoProps) {
  const { slot, step } = flow
  return (
    <div className={clsx('sheet max-md:mt-0', step !== 2 && 'hidden! noscript:block!')}>
      <StepTicket {...{ slot, zone, asksPhone }} />
      <div className="details md:p-5 lg:p-8">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          {/* autoFocus is for the page that 'Next' opens before hydration; hydration does not repeat it. */}
          <h2
            id="step-2"
            tabIndex={-1}
            autoFocus={state.status === 'step' && step === 2}
            className="text-title"
          >
            Your details
          </h2>
          {/* Enter in a field presses the first submit button: this one, not 'Back' or another time. It is
              not `hidden`, because Safari presses no button without a box. */}
          <button type="submit" tabIndex={-1} aria-hidden className="sr-only" />
          <button
            type="submit"
            formNoValidate
            name={STEP}
            value={1}
            className={buttonVariants({
              variant: 'ghost',
              className: '-mr-5 forced-colors:mr-0 noscript:hidden',
            })}
          >
            <span aria-hidden>←</span> Back
          </button>
        </div>
        {state.status === 'error' && (
          <SubmitFailed {...{ state, zone, hidden: pending, today: flow.today, ...failure }} />
        )}
        <Details {...{ flow, asksPhone, answers }} />
        <div className="details-end">
          <SubmitButton size="lg" className="sm:justify-self-start">
            <span className="noscript:hidden">{pending ? 'Submitting...' : slot ? BOOK : SEND}</span>
            {!hydrated && <LabelByRadio />}
          </SubmitButton>
          <p className="text-center text-[0.9375rem] md:hidden">
            <span key={slot ? 'booking' : 'inquiry'}>
              {slot ? booking.noObligation.booking : booking.noObligation.inquiry}
            </span>
          </p>
          <p className="text-muted-foreground">
            {booking.privacy.purpose}
            <br />
            {booking.privacy.rights}{' '}
            <a href={`mailto:${site.email}`} className="link">
              {site.email}
            </a>
          </p>
        </div>
      </div>
    </div>
  )
}

/** CSS shows one of the two texts, by the selected radio button. */
function LabelByRadio() {
  return (
    <span className="hidden noscript:inline">
      <span className="with-time">{BOOK}</span>
      <span className="without-time">{SEND}</span>
    </span>
  )
}

type DetailsProps = Pick<StepTwoProps, 'flow' | 'asksPhone' | 'answers'>

function Details({ flow, asksPhone, answers }: DetailsProps) {
  const { entries } = use(FormContext)
  const chosen = flow.address.package ?? readPackage(entries?.package ?? null)
  // After a post without JavaScript the error by the button has the focus.
  const field = (name: TextField) => ({ name, limit: limits[name], autoFocus: false })
  return (
    <div className="details-fields">
      {chosen && (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            name="package"
            value={chosen}
            defaultChecked={!entries || entries.package === chosen}
            className="size-5 accent-brand"
          />
          <span>{`It is about the ${packageNames[chosen]} package`}</span>
        </label>
      )}
      {answers && <StartAnswersNote {...answers} isTicked={!entries || entries.fit === answers.fit} />}
      <Field {...field('name')} label="Name" autoComplete="name" required />
      <Field {...field('email')} label="Email" type="email" autoComplete="email" required />
      {asksPhone && <Field {...field('phone')} label="Phone" type="tel" autoComplete="tel" />}
      <Field {...field('message')} label="Tell us about your product" multiline rows={1} />
      {/* Browsers autofill fields even with autocomplete off, but they have no one-time code to fill in. */}
      <div hidden>
        <label>
          Leave this empty
          <input name={HONEYPOT} tabIndex={-1} autoComplete="one-time-code" />
        </label>
      </div>
    </div>
  )
}
