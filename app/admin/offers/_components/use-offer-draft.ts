import { useState } from 'react'
import * as z from 'zod/mini'
import type { OfferDraft } from '@/lib/offers/draft'
import { readDraft, storeDraft, storedText } from '../../_components/use-stored-draft'

const text = z.string()
/** What is typed of an offer; a draft from before an update may lack a field. */
const typedOffer = z.partial(
  z.object({
    title: text,
    ...{ forName: text, forCompany: text, forAddress: text, about: text },
    lines: z.array(z.object({ text, amount: text })),
    gst: z.enum(['added', 'zero']),
    gstReason: text,
    ...{ included: text, excluded: text, weeks: text, start: text },
    payments: z.array(z.object({ text, percent: text })),
    ...{ terms: text, validUntil: text, words: text, followsUp: z.boolean() },
  }),
)
const offerDraft = z.object({ seen: z.number(), draft: typedOffer })

/**
 * The form's content; what is typed and not saved outlives a reload and a sign-in. `seen` is the
 * revision that it is based on, less than `revision` once somebody else has saved.
 */
export function useOfferDraft(id: string, revision: number, stored: OfferDraft, hydrated: boolean) {
  const key = `offer ${id}`
  // What was saved last, if its response was lost: when it is what is stored, nobody else saved that.
  const lostKey = `${key} lost`
  const [{ seen, draft }, setState] = useState(() => {
    const typed = hydrated ? readDraft(key, offerDraft) : null
    const merged = { ...stored, ...typed?.draft }
    const isStored = JSON.stringify(merged) === JSON.stringify(stored)
    if (!typed || isStored || typed.seen > revision) return { seen: revision, draft: stored }
    const isOwn = readDraft(lostKey, storedText) === JSON.stringify(stored)
    return { seen: isOwn ? revision : typed.seen, draft: merged }
  })
  const forget = () => {
    storeDraft(key, null)
    storeDraft(lostKey, null)
  }
  return {
    seen,
    draft,
    setDraft(next: OfferDraft) {
      setState({ seen, draft: next })
      storeDraft(key, { seen, draft: next })
    },
    /** After it was sent, because the next version has words of its own; or after that was taken back. */
    setWords: (words: string) => setState((now) => ({ ...now, draft: { ...now.draft, words } })),
    /** Once `sent` is saved, with this revision: keeps what was typed after it. */
    saved(revision: number, sent: OfferDraft) {
      const typed = readDraft(key, offerDraft)?.draft
      const isNewer = typed && JSON.stringify(typed) !== JSON.stringify(typedOffer.parse(sent))
      forget()
      if (isNewer) storeDraft(key, { seen: revision, draft: typed })
      setState((now) => ({ ...now, seen: revision }))
    },
    storeLost: (sent: OfferDraft) => storeDraft(lostKey, JSON.stringify(sent)),
    /** Drops what was typed for what somebody else has saved. */
    takeStored() {
      forget()
      setState({ seen: revision, draft: stored })
    },
  }
}
