import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { ignorePresses } from '@/components/ignore-presses'
import { buttonVariants } from '@/components/ui/button-variants'
import { CalendarMenu } from '@/components/site/calendar-menu'
import { Ticket } from '@/components/site/ticket'
import { WhatComesNext } from '@/components/site/what-comes-next'
import { booking as words, describeReply, keepLink, nextSteps, describeLocation } from '@/lib/content/booking'
import { type StoredRequest, type SubmitResult } from '@/lib/booking/form'
import { readStorage, writeStorage } from '@/lib/browser-storage'
import { siteDate } from '@/lib/dates'
import { site } from '@/lib/content/site'
import { paths } from '@/lib/paths'
import { KeepLink } from './keep-link'
import { onPress } from './on-press'
import { PrintedLink } from './printed-link'

type ConfirmationProps = {
  sent: StoredRequest
  /** True if the request was just stored. Then the panel takes the focus. */
  fresh: boolean
  hydrated: boolean
  zone: string | null
  /** True if calls are by phone. */
  asksPhone: boolean
  /** Closes the panel, so that the visitor can book another call. */
  onClose: () => void
}

/**
 * The panel that confirms a stored request: the next steps and one main action. The page's heading labels the
 * panel.
 */
export function Confirmation({ sent, fresh, hydrated, zone, asksPhone, onClose }: ConfirmationProps) {
  const panel = useRef<HTMLElement>(null)
  const [isKept, setKept] = useState(false)
  useEffect(() => {
    if (!fresh) return
    ignorePresses(panel.current)
    // Scrolls to the top, because the page's heading has the result.
    panel.current?.focus({ preventScroll: true })
    scrollTo({ top: 0, behavior: 'instant' })
  }, [fresh])
  const shared = {
    ref: panel,
    id: 'confirmation',
    tabIndex: -1,
    'aria-labelledby': 'title',
    // When the panel takes the focus, screen readers announce this message after the title.
    'aria-describedby': 'stored-message',
  }
  if (sent.kind === 'inquiry')
    return (
      <section
        {...shared}
        className="mt-8 grid max-w-3xl justify-items-start gap-5 rounded-2xl border border-border bg-card p-5 lg:p-8"
      >
        {!sent.differs && <p className="text-title [overflow-wrap:anywhere]">{describeReply(sent.email)}</p>}
        {/* A link works before hydration too. Without JavaScript the form is below it. */}
        <a
          href={paths.booking}
          onClick={onPress(onClose)}
          className={buttonVariants({ variant: 'outline', className: 'noscript:hidden' })}
        >
          {words.title}
        </a>
      </section>
    )
  const call = sent.status === 'cancelled' ? null : sent
  // If the stored request differs from the form, the stored phone number may differ too.
  const phone = asksPhone ? (!sent.differs && sent.phone) || '' : null
  const link = (sent.origin ?? site.url) + sent.manage
  return (
    <section {...shared} className="sheet">
      <Ticket slot={sent} zone={zone} location={call ? describeLocation(phone) : undefined} isOff={!call} />
      <div className="grid content-start justify-items-start gap-5 max-md:mt-6 md:p-5 lg:p-8">
        {call && !call.differs && (
          <WhatComesNext
            steps={nextSteps(call.email, phone, {
              mailed: call.mailed,
              isConfirmed: call.status === 'confirmed',
            })}
          />
        )}
        {call?.manage && call.differs && (
          <a href={call.manage} className="link inline-flex min-h-11 items-center">
            {words.change}
          </a>
        )}
        {call?.manage && <CalendarMenu call={call} file={`${call.manage}/call.ics`} />}
        {call?.manage && <KeepLink {...{ call, link, hydrated }} onKept={() => setKept(true)} />}
        {call?.manage && <PrintedLink path={call.manage} />}
        {hydrated &&
          (!call?.manage || call.mailed || isKept ? (
            <p className="mt-auto w-full border-t border-border pt-3">
              <button type="button" onClick={onClose} className="link min-h-11">
                {words.bookAnother}
              </button>
            </p>
          ) : (
            <p className="mt-auto w-full border-t border-border pt-3 text-muted-foreground">
              {keepLink.first}
            </p>
          ))}
      </div>
    </section>
  )
}

interface Shown {
  sent: StoredRequest
  /** False for a confirmation restored from sessionStorage. */
  fresh: boolean
}

const KEY = 'booking-confirmation'
/** The localStorage key for the id of the booking that the visitor changed last. */
const CHANGED = 'booking-changed'
const never = () => () => {}

/** Parses the saved confirmation. Null if there is none, or if the day of the call is over. */
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
 * True if a saved booking can be shown. It may have another version's format, be over, or be one that the
 * visitor has changed in another tab.
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
 * Deletes a booking's saved confirmation in this tab, and makes other tabs ignore theirs, because the visitor
 * has changed the booking.
 */
export function clearConfirmation(bookingId: string): void {
  writeStorage('sessionStorage', KEY, null)
  writeStorage('localStorage', CHANGED, bookingId)
}

/**
 * The confirmation of the last request. It stays in sessionStorage until the visitor closes it, so that it
 * survives reloads and visits to other pages. `state` is the form's state, a success from the start if the
 * form was posted without JavaScript. `today` is the studio's date.
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
