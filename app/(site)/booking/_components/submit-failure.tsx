import { useEffect, useRef } from 'react'
import { ReloadButton } from '@/components/reload-button'
import { alertVariants } from '@/components/ui/alert-variants'
import { visitorTime } from '@/lib/booking/clock'
import type { BookingState } from '@/lib/booking/form'
import { mailHref } from '@/lib/booking/mail'
import { encodeChoice } from '@/lib/booking/slots'
import { site } from '@/lib/content/site'
import { formatShortDate, formatTime, zoneName } from '@/lib/dates'

type SubmitFailureProps = {
  state: Extract<BookingState, { status: 'error' }>
  /** The page is older than the site. */
  outdated: boolean
  today: string
  zone: string | null
  hidden: boolean
}

/** Why the last submit was not stored, and the ways on: the nearest free times, each booked by one press, or an e-mail with the same text. */
export function SubmitFailure({ state, outdated, today, zone, hidden }: SubmitFailureProps) {
  const { message, detail, alternatives = [], entries, fields } = state
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // It may stand below what is seen; where a field is at fault, that has the focus and is in sight.
    if (Object.keys(fields ?? {}).length === 0) alert.current?.scrollIntoView({ block: 'nearest' })
  }, [state, fields])
  return (
    <div
      ref={alert}
      role="alert"
      className={alertVariants({ variant: 'destructive', className: hidden ? 'invisible' : '' })}
    >
      <p className="font-semibold">{message}</p>
      {detail && <p>{detail}</p>}
      {alternatives.length > 0 && (
        <>
          <p className="mt-3">These times are free. One press books it:</p>
          <ul className="mt-2 grid gap-2">
            {alternatives.map((choice) => (
              <li key={encodeChoice(choice)}>
                <button
                  type="submit"
                  formNoValidate
                  name="instead"
                  value={encodeChoice(choice)}
                  className="slot w-full"
                >
                  <span>
                    <b>
                      {formatShortDate(choice.date)}, {formatTime(choice.start_time)}
                    </b>{' '}
                    <small>{zoneName(choice.date, choice.start_time)}</small>
                  </span>
                  <small data-end={`to ${formatTime(choice.end_time)}`}>
                    {zone && visitorTime(choice.date, choice.start_time, zone)}
                  </small>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {outdated && (
        <p className="mt-3">
          <ReloadButton />
        </p>
      )}
      {detail && entries && !outdated && alternatives.length === 0 && (
        <p className="mt-3">
          <a href={mailHref(site.email, entries, today)} className="link">
            Email {site.email} with your text
          </a>
        </p>
      )}
    </div>
  )
}
