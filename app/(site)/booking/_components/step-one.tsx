import { clsx } from 'clsx'
import Link from 'next/link'
import { buttonVariants } from '@/components/ui/button-variants'
import { STEP } from '@/lib/booking/form'
import { booking as words } from '@/lib/content/booking'
import { inquiryHref } from '@/lib/booking/address'
import { paths } from '@/lib/paths'
import { addDays, bookableDates, formatLongDate } from '@/lib/dates'
import { Calendar } from './calendar'
import { ChosenTime } from './chosen-time'
import { NextTimes } from './next-times'
import { onPress } from './on-press'
import { Times } from './times'
import type { BookingFlow } from './use-booking-flow'

type StepOneProps = {
  flow: BookingFlow
  hydrated: boolean
  zone: string | null
  /** The kind of the stored request whose confirmation is above the form. */
  after: 'booking' | 'inquiry' | undefined
  asksPhone: boolean
}

export function StepOne({ flow, hydrated, zone, after, asksPhone }: StepOneProps) {
  const { slot, step, address } = flow
  const again = after === 'inquiry' ? words.title : words.bookAnother
  return (
    <>
      <div className={clsx(step !== 1 && 'hidden noscript:block')}>
        <h2 id="step-1" tabIndex={-1} className={after ? 'mt-10 text-title' : 'sr-only'}>
          {after ? again : 'Choose a day and a time'}
        </h2>
        <NothingFree flow={flow} />
        {/* A phone's first screen ends above the times. */}
        <NextTimes flow={flow} zone={zone} id="next-times-first" className="mt-6 md:hidden" />
        <div className="sheet max-md:mt-4 md:block">
          <div className="panes">
            <div className="water deep px-3 py-5 max-md:-mx-(--gutter) sm:px-6 lg:p-8 noscript:hidden">
              <Calendar flow={flow} />
            </div>
            <Times {...{ flow, zone, asksPhone }} />
          </div>
          {/* Without JavaScript, Enter presses the form's first submit button: this one, not 'Next'. */}
          <noscript>
            <button type="submit" hidden />
          </noscript>
          <div className={clsx('choice-bar noscript:hidden', !hydrated && 'is-early')}>
            <p
              className={clsx('min-h-[2lh] content-center', slot ? 'leading-snug' : 'text-muted-foreground')}
            >
              {slot ? <ChosenTime slot={slot} zone={zone} /> : 'No time chosen yet'}
            </p>
            {/* In step 2 it is no submit button, because it precedes the sending one. */}
            <button
              type={step === 1 ? 'submit' : 'button'}
              formNoValidate
              name={STEP}
              value={2}
              disabled={hydrated && !slot}
              className={buttonVariants({
                variant: hydrated && !slot ? 'outline' : 'default',
                size: 'lg',
                className: 'max-sm:w-full sm:min-w-40',
              })}
            >
              Next
            </button>
          </div>
        </div>
        {!address.package && !address.fit && (
          <p className="mt-6 flex flex-wrap items-center gap-x-2 text-muted-foreground">
            {words.undecided.question}
            <Link href={paths.start} prefetch={false} className="text-link text-foreground">
              {words.undecided.link}
            </Link>
          </p>
        )}
      </div>
    </>
  )
}

function NothingFree({ flow: { free, today, address, inquire } }: { flow: BookingFlow }) {
  const { date } = address
  if (date <= today || Object.values(free).some(Boolean)) return null
  // The last day before the first one that the page has not fetched.
  let last = today
  while (free[addDays(last, 1)] !== undefined) last = addDays(last, 1)
  // No notice if the fetched days end before the selected date, or cover all bookable days.
  if (last < date || last >= bookableDates(today).last) return null
  return (
    <div className="mt-8 rounded-lg bg-muted p-5">
      <p className="text-title font-semibold">{`All our times are taken until ${formatLongDate(last)}`}</p>
      <p className="mt-2">
        Later months may have some, and a time comes back when somebody cancels. Write to us, and we find one
        together.
      </p>
      <a
        href={inquiryHref({ today, address })}
        onClick={onPress(inquire)}
        className={buttonVariants({ className: 'mt-4 noscript:hidden' })}
      >
        Write to us
      </a>
    </div>
  )
}
