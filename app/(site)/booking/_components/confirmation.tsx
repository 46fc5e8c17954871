import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { ignorePresses } from '@/components/ignore-presses'
import { buttonVariants } from '@/components/ui/button-variants'
import { CalendarMenu } from '@/components/site/calendar-menu'
import { Ticket } from '@/components/site/ticket'
import { WhatComesNext } from '@/components/site/what-comes-next'
import { booking as words, describeReply, keepLink, nextSteps, describeLocation } from '@/lib/content/booking'
import type { StoredRequest } from '@/lib/booking/form'
import { site } from '@/lib/content/studio'
import { paths } from '@/lib/paths'
import { KeepLink } from './keep-link'
import { onPress } from './on-press'
import { PrintedLink } from './printed-link'
import { heldCall } from './use-saved-confirmation'

type ConfirmationProps = {
  sent: StoredRequest
  /** True if the request was just stored. Then the panel takes the focus. */
  fresh: boolean
  hydrated: boolean
  zone: string | null
  asksPhone: boolean
  onClose: () => void
}

export function Confirmation({ sent, fresh, hydrated, zone, asksPhone, onClose }: ConfirmationProps) {
  const panel = useRef<HTMLElement>(null)
  const [isKept, setKept] = useState(false)
  useEffect(() => {
    if (!fresh) return
    ignorePresses(panel.current)
    // The page's heading, at the top, has the result.
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
  const call = heldCall(sent)
  // If the stored request differs from the form, the stored phone number may differ too.
  const phone = asksPhone ? (!sent.differs && sent.phone) || '' : null
  const link = (sent.origin ?? site.url) + sent.manage
  // Without mails the visitor gets the link only here.
  const isAdvised = Boolean(call?.manage) && !sent.mailed
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
        {isAdvised && <p className="tag-yellow rounded-lg border px-3 py-2">{keepLink.note}</p>}
        {call?.manage && <KeepLink {...{ call, link, hydrated }} onKept={() => setKept(true)} />}
        {call?.manage && <PrintedLink path={call.manage} />}
        {(hydrated || isAdvised) && (
          <div className="mt-auto w-full border-t border-border pt-3">
            {isAdvised && (
              <p className={clsx('text-[0.9375rem] text-muted-foreground', isKept && 'invisible')}>
                {keepLink.first}
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
