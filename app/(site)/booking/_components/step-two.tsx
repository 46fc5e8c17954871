import { buttonVariants } from '@/components/ui/button-variants'
import type { BookingState } from '@/lib/booking/form'
import { clsx } from 'clsx'
import { Details } from './details'
import { SubmitFailure } from './submit-failure'
import { Ticket } from './ticket'
import type { Booking } from './use-choice'

type StepTwoProps = {
  booking: Booking
  state: BookingState
  outdated: boolean
  pending: boolean
  hydrated: boolean
  zone: string | null
  /** What we do with the data. */
  children: React.ReactNode
}

const BOOK = 'Book a free strategy call'
const SEND = 'Send message'

/** The ticket, who it is for, and the button that sends it. */
export function StepTwo({ booking, state, outdated, pending, hydrated, zone, children }: StepTwoProps) {
  const { choice, step, back } = booking
  return (
    <div className={clsx('sheet', step !== 2 && 'hidden! noscript:block!')}>
      <div className="noscript:hidden">
        <Ticket choice={choice} zone={zone} />
      </div>
      <div className="grid content-start gap-5 max-md:mt-6 md:p-5 lg:p-8">
        <div className="flex items-center justify-between gap-4">
          <h2 id="step-2" tabIndex={-1} className="text-title">
            Your details
          </h2>
          <button
            type="button"
            onClick={back}
            className={buttonVariants({ variant: 'ghost', className: '-mr-3 noscript:hidden' })}
          >
            <span aria-hidden>←</span> Back
          </button>
        </div>
        <Details state={state} pending={pending} hydrated={hydrated} />
        <p className="text-sm text-muted-foreground">{children}</p>
        <button
          type="submit"
          aria-disabled={pending}
          className={buttonVariants({ size: 'lg', className: 'sm:justify-self-start' })}
        >
          <span className="noscript:hidden">{pending ? 'Submitting...' : choice ? BOOK : SEND}</span>
          {!hydrated && <LabelByRadio />}
        </button>
        {/* After the form's own button: Enter in a field presses the first one, and only a press on another time chooses that. */}
        {state.status === 'error' && (
          <SubmitFailure {...{ state, outdated, zone, hidden: pending, today: booking.today }} />
        )}
      </div>
    </div>
  )
}

/** Without JavaScript the button's text follows the chosen radio by CSS. */
function LabelByRadio() {
  return (
    <span className="hidden noscript:inline">
      <span className="with-time">{BOOK}</span>
      <span className="without-time">{SEND}</span>
    </span>
  )
}
