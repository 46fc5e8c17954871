import { Button } from '@/components/ui/button'
import type { BookingState } from '@/lib/booking/form'
import { Details } from './details'
import { Refusal } from './refusal'
import { Ticket } from './ticket'
import type { Booking } from './use-choice'

type StepTwoProps = {
  booking: Booking
  state: BookingState
  pending: boolean
  hydrated: boolean
  zone: string | null
  /** What we do with the data. */
  children: React.ReactNode
}

/** The ticket, who it is for, and the button that sends it. */
export function StepTwo({ booking, state, pending, hydrated, zone, children }: StepTwoProps) {
  const { choice, step, back } = booking
  return (
    <div className={step === 2 ? '' : 'hidden noscript:block'}>
      <Button variant="ghost" onClick={back} className="noscript:hidden">
        Back
      </Button>
      <h2 id="step-2" tabIndex={-1} className="text-title">
        Who is it for?
      </h2>
      <div className="noscript:hidden">
        <Ticket choice={choice} zone={zone} />
      </div>
      <Details state={state} hydrated={hydrated} />
      {state.status === 'error' && <Refusal state={state} zone={zone} hidden={pending} />}
      {children}
      <Button type="submit" aria-disabled={pending} size="lg">
        {pending ? 'Submitting...' : choice ? 'Book a free strategy call' : 'Send message'}
      </Button>
    </div>
  )
}
