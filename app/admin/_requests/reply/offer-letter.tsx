'use client'

import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { useHydrated } from '@/components/use-hydrated'
import type { OfferFacts } from '@/lib/content/offer-mail'
import type { RequestEvent } from '@/lib/requests/details'
import type { AdminRequest } from '@/lib/requests/request'
import { ReplyComposer } from './reply-composer'
import { newDraft, type ReplyDraft, useReplyDraft } from './reply-draft'

interface OfferLetterProps {
  request: AdminRequest
  events: RequestEvent[]
  /** The signed-in admin's e-mail address. */
  me: string
  kind: 'offer' | 'offer_withdrawn'
  offer: Omit<OfferFacts, 'url'>
  /** The URL of the offer's page; null if the site has no `SITE_SECRET`. */
  url: string | null
  /** True if an admin has recorded that they sent this mail. */
  wentOut: boolean
}

/**
 * The form to write a mail about an offer, on a site without a mail server. Closes when the admin has
 * recorded the mail as sent.
 */
export function OfferLetter(props: OfferLetterProps) {
  const { request, kind, offer, wentOut } = props
  const hydrated = useHydrated()
  // The section gets the focus when Send or Withdraw makes it appear, but not when a new page has it from the
  // start.
  const takesFocus = useRef(hydrated)
  const section = useRef<HTMLElement>(null)
  const draftId = `${kind} ${request.id} ${offer.version}`
  useEffect(() => {
    if (takesFocus.current) section.current?.focus()
    takesFocus.current = true
  }, [draftId])
  return (
    <section ref={section} tabIndex={-1} aria-labelledby="letter" className="scroll-mt-6 rounded">
      <h2 id="letter" className="font-semibold">
        {wentOut ? 'It went out' : 'Write to them'}
      </h2>
      {!wentOut && <p className="mt-1">No mail server is set up, so the site has sent nothing.</p>}
      {/* Rendered before hydration too, so that no content below moves under a press. */}
      <div inert={!hydrated}>
        <Letter key={`${draftId} ${wentOut} ${hydrated}`} {...props} draftId={draftId} />
      </div>
    </section>
  )
}

function Letter({
  request,
  events,
  me,
  kind,
  offer,
  url,
  wentOut,
  draftId,
}: OfferLetterProps & { draftId: string }) {
  const { draft: stored, setDraft } = useReplyDraft(draftId)
  const [begun, setBegun] = useState<ReplyDraft | null>(() => (wentOut ? null : newDraft(request, kind)))
  const draft = stored ?? begun
  if (!draft)
    return (
      <Button size="sm" variant="outline" className="mt-2" onClick={() => setBegun(newDraft(request, kind))}>
        {wentOut ? 'Write again' : 'Write'}
      </Button>
    )
  return (
    <ReplyComposer
      {...{ request, draft, setDraft, draftId }}
      context={{ origin: '', link: null, free: [], usual: null, agreed: null, events, me }}
      offer={{ ...offer, url }}
      mailed={false}
      fits
      canChange={false}
      onDiscard={() => setBegun(null)}
      onAnswered={() => setBegun(null)}
    />
  )
}
