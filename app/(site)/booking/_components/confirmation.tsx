import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { ignorePresses } from '@/components/ignore-presses'
import { buttonVariants } from '@/components/ui/button-variants'
import { CalendarMenu } from '@/components/site/calendar-menu'
import { Ticket } from '@/components/site/ticket'
import { WhatComesNext } from '@/components/site/what-comes-next'
import { booking as words, describeReply, linkText, nextSteps, describeLocation } from '@/lib/content/booking'
import type { StoredRequest } from '@/lib/booking/form'
import { site } from '@/lib/content/studio'
import { paths } from '@/lib/paths'
import { KeepLink } from './keep-link'
import { onPress } from './on-press'
import { PrintedLink } from './printed-link'
import { activeBooking } from './use-saved-confirmation'

type ConfirmationProps = {
  sent: StoredRequest
  /** True if the request was just stored. Then the panel takes the focus. */
  isFresh: boolean
  hydrated: boolean
  zone: string | null
  asksPhone: boolean
  onClose: () => void
}

export function Confirmation({ sent, isFresh, hydrated, zone, asksPhone, onClose }: ConfirmationProps) {
  const panel = useRef<HTMLElement>(null)
  const [isLinkKept, setLinkKept] = useState(false)
  useEffect(() => {
    if (!isFresh) return
    // The second half of a double press on Send must not hit a button here.
    ignorePresses(panel.current)
    panel.current?.focus({ preventScroll: true })
    // Up to the page's heading, which says whether the request was stored.
    scrollTo({ top: 0, behavior: 'instant' })
  }, [isFresh])
  const differsFromForm = sent.differs ?? false
  const sectionProps = {
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
        {...sectionProps}
        className="mt-8 grid max-w-3xl justify-items-start gap-5 rounded-2xl border border-border bg-card p-5 lg:p-8"
      >
        {!differsFromForm && (
          <p className="text-title [overflow-wrap:anywhere]">{describeReply(sent.email)}</p>
        )}
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
  const call = activeBooking(sent)
  const path = call?.manage
  const url = (sent.origin ?? site.url) + path
  // Null if the studio asks for none, '' if the stored one may differ from the form's.
  const phone = asksPhone ? (!differsFromForm && sent.phone) || '' : null
  // Without mails the visitor gets the link only here.
  const isLinkOnlyHere = Boolean(path) && !sent.mailed
  return (
    <section {...sectionProps} className="sheet">
      <Ticket slot={sent} zone={zone} location={call ? describeLocation(phone) : undefined} isOff={!call} />
      <div className="grid content-start justify-items-start gap-5 max-md:mt-6 md:p-5 lg:p-8">
        {call && !differsFromForm && (
          <WhatComesNext
            steps={nextSteps(call.email, phone, {
              mailed: call.mailed,
              isConfirmed: call.status === 'confirmed',
            })}
          />
        )}
        {path && differsFromForm && (
          <a href={path} className="link inline-flex min-h-11 items-center">
            {words.change}
          </a>
        )}
        {call && path && <CalendarMenu call={call} file={`${path}/call.ics`} />}
        {isLinkOnlyHere && <p className="tag-yellow rounded-lg border px-3 py-2">{linkText.note}</p>}
        {call && path && <KeepLink {...{ call, url, hydrated }} onKept={() => setLinkKept(true)} />}
        {path && <PrintedLink path={path} />}
        {(hydrated || isLinkOnlyHere) && (
          <div className="mt-auto w-full border-t border-border pt-3">
            {/* Invisible, not removed, so that the button below does not move under the pointer. */}
            {isLinkOnlyHere && (
              <p className={clsx('text-[0.9375rem] text-muted-foreground', isLinkKept && 'invisible')}>
                {linkText.first}
              </p>
            )}
            {hydrated && (
              <button type="button" onClick={onClose} className="link min-h-11">
                {words.bookAnother}
              </button>
            )}
          </div>
        )}
      </div>
    </section>
  )
}
