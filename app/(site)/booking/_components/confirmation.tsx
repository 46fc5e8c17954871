import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { ignorePresses } from '@/components/ignore-presses'
import { buttonVariants } from '@/components/ui/button-variants'
import { describeNext } from '@/lib/content/booking'
import { type StoredRequest, type SubmitResult } from '@/lib/booking/form'
import { readStorage, writeStorage } from '@/lib/browser-storage'
import { siteDate } from '@/lib/dates'
import { site } from '@/lib/content/site'
import { CalendarLinks } from './calendar-links'
import { CopyLink, KeepLink } from './keep-link'
import { PrintedLink } from './printed-link'
import { Ticket } from '@/components/site/ticket'

type ConfirmationProps = {
  sent: StoredRequest
  /** Whether the request was just stored. The panel then takes the focus. */
  fresh: boolean
  hydrated: boolean
  zone: string | null
  onClose: () => void
}

/**
 * The panel that confirms a stored request and says what happens next. The page's heading is its
 * label.
 */
export function Confirmation({ sent, fresh, hydrated, zone, onClose }: ConfirmationProps) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!fresh) return
    ignorePresses(panel.current)
    // Scrolled to the top, where its heading is.
    panel.current?.focus({ preventScroll: true })
    scrollTo({ top: 0, behavior: 'instant' })
  }, [fresh])
  const next = describeNext(sent)
  const call = sent.kind === 'booking' && sent.status !== 'cancelled' ? sent : null
  const link = (sent.origin ?? site.url) + call?.manage

  return (
    <section
      ref={panel}
      id="confirmation"
      tabIndex={-1}
      aria-labelledby="title"
      // Announced with the title when the panel takes the focus.
      aria-describedby="said"
      className="sheet"
    >
      {sent.kind === 'booking' && <Ticket slot={sent} zone={zone} />}
      <div className="flex flex-col items-start gap-4 max-md:mt-6 md:p-5 lg:p-8">
        {next && <p className="[overflow-wrap:anywhere]">{next}</p>}
        {call?.manage && !call.mailed && <KeepLink call={call} link={link} hydrated={hydrated} />}
        {call?.manage && (
          <p className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <a href={call.manage} className="link inline-flex min-h-11 items-center">
              Change or cancel this call
            </a>
            {hydrated && call.mailed && <CopyLink link={link} variant="outline" />}
          </p>
        )}
        {call?.manage && call.mailed && <PrintedLink path={call.manage} />}
        <p className="mt-auto flex flex-wrap gap-3">
          {call?.manage && (
            <a
              href={`${call.manage}/call.ics`}
              download
              className={buttonVariants({ variant: call.mailed ? 'secondary' : 'outline' })}
            >
              Add to your calendar
            </a>
          )}
          {hydrated && (
            <button type="button" onClick={onClose} className={buttonVariants({ variant: 'outline' })}>
              {sent.status === 'cancelled' ? 'Book again' : 'Close'}
            </button>
          )}
        </p>
        {call?.manage && <CalendarLinks {...call} />}
      </div>
    </section>
  )
}

interface Shown {
  sent: StoredRequest
  /** False when it was restored from sessionStorage. */
  fresh: boolean
}

const KEY = 'booking-confirmation'
/** The id of the booking that was changed last in this browser. */
const CHANGED = 'booking-changed'
const never = () => () => {}

/** The confirmation saved in this tab; null when there is none or the day of the call is over. */
function parse(text: string | null, today: string): Shown | null {
  try {
    const sent = JSON.parse(text ?? 'null') as StoredRequest | null
    const holds = sent?.kind === 'inquiry' || (sent?.kind === 'booking' && isCurrent(sent, today))
    return holds ? { sent, fresh: false } : null
  } catch {
    return null
  }
}

/**
 * Whether a saved booking can be shown: it may be of another version of this page, or was changed
 * in another tab since.
 */
function isCurrent({ id, date, start_time, end_time }: StoredRequest & { kind: 'booking' }, today: string) {
  const areTimes = [start_time, end_time].every((time) => /^\d\d:\d\d$/.test(time))
  return (
    areTimes && siteDate(date, today) !== null && date >= today && readStorage('localStorage', CHANGED) !== id
  )
}

function save(sent: StoredRequest): void {
  writeStorage('sessionStorage', KEY, JSON.stringify(sent))
}

/**
 * Deletes the saved confirmation of a booking, here and in other tabs: its visitor has changed it,
 * so it is out of date.
 */
export function clearConfirmation(bookingId: string): void {
  writeStorage('sessionStorage', KEY, null)
  writeStorage('localStorage', CHANGED, bookingId)
}

/**
 * The confirmation of the last request, saved in sessionStorage until it is closed, so that it
 * survives a reload and a visit to other pages. `state` is the form's state; it starts as a success
 * when the form was posted without JavaScript. `today` is the studio's date.
 */
export function useSavedConfirmation(state: SubmitResult, today: string) {
  const posted = state.status === 'success' ? state.data.sent : null
  const [now, setNow] = useState<Shown | null | undefined>(posted ? { sent: posted, fresh: true } : undefined)
  const saved = useSyncExternalStore(
    never,
    () => readStorage('sessionStorage', KEY),
    () => null,
  )
  useEffect(() => {
    if (posted) save(posted)
  }, [posted])

  return {
    shown: now === undefined ? parse(saved, today) : now,
    show(sent: StoredRequest) {
      save(sent)
      setNow({ sent, fresh: true })
    },
    close() {
      writeStorage('sessionStorage', KEY, null)
      setNow(null)
    },
  }
}
