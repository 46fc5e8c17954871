'use client'

import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { useHydrated } from '@/components/use-hydrated'
import type { OfferFacts } from '@/lib/content/offer-mail'
import type { RequestEvent } from '@/lib/requests/details'
import type { AdminRequest } from '@/lib/requests/request'
import { useLive } from '../../_components/live'
import { useStoredDraft } from '../../_components/use-stored-draft'
import { ReplyComposer } from './reply-composer'
import { isReplyDraft, newDraft, type ReplyDraft, replyKey } from './reply-draft'

interface OfferLetterProps {
  request: AdminRequest
  /** The request's events. */
  events: RequestEvent[]
  /** The viewer's e-mail address. */
  me: string
  kind: 'offer' | 'offer_withdrawn'
  offer: Omit<OfferFacts, 'url'>
  /** The address of the offer's page; null without a `SITE_SECRET`. */
  url: string | null
  /** True if an admin has recorded that this mail went out. */
  wentOut: boolean
}

/**
 * The mail about an offer when the site sends none: a reply form, open until an admin records that the mail
 * went out.
 */
export function OfferLetter(props: OfferLetterProps) {
  const { request, kind, offer, wentOut } = props
  const hydrated = useHydrated()
  // Only the admin who has just sent or withdrawn the offer gets the focus here; opening the page does not
  // move it.
  const comes = useRef(hydrated)
  const section = useRef<HTMLElement>(null)
  const draftId = `${kind} ${request.id} ${offer.version}`
  useEffect(() => {
    if (comes.current) section.current?.focus()
    comes.current = true
  }, [draftId])
  return (
    <section ref={section} tabIndex={-1} aria-labelledby="letter" className="scroll-mt-6 rounded">
      <h2 id="letter" className="font-semibold">
        {wentOut ? 'It went out' : 'Write to them'}
      </h2>
      {!wentOut && <p className="mt-1">No mail server is set up, so the site has sent nothing.</p>}
      {/* The height is the same before and after hydration, so that content below does not move away from a
          press. */}
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
  const { refresh } = useLive()
  const { draft: stored, setDraft: keep } = useStoredDraft(replyKey(draftId), isReplyDraft)
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
      {...{ request, draft, keep, draftId }}
      context={{ origin: '', link: null, free: [], events, me }}
      offer={{ ...offer, url }}
      mailed={false}
      fits
      canChange={false}
      onDiscard={() => {
        keep(null)
        setBegun(null)
      }}
      onAnswered={() => {
        setBegun(null)
        void refresh()
      }}
      onRestored={() => void refresh()}
    />
  )
}
