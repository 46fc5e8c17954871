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

/** The form's content; what was typed since revision `seen` outlives a reload and a sign-in. */
export function useOfferDraft(id: string, seen: number, stored: OfferDraft, hydrated: boolean) {
  const key = `offer ${id}`
  // What was saved last, if its response was lost: when it is what is stored, nobody else saved that.
  const lostKey = `${key} lost`
  const [draft, setState] = useState<OfferDraft>(() => {
    const typed = hydrated ? readDraft(key, offerDraft) : null
    const isOwn = typed?.seen === seen || readDraft(lostKey, storedText) === JSON.stringify(stored)
    return typed && isOwn ? { ...stored, ...typed.draft } : stored
  })
  return {
    draft,
    setDraft(next: OfferDraft) {
      setState(next)
      storeDraft(key, { seen, draft: next })
    },
    /** After it was sent, because the next version has words of its own; or after that was taken back. */
    setWords: (words: string) => setState((now) => ({ ...now, words })),
    forget() {
      storeDraft(key, null)
      storeDraft(lostKey, null)
    },
    storeLost: (sent: OfferDraft) => storeDraft(lostKey, JSON.stringify(sent)),
    /** Keeps what was typed after `saved`, which has this revision. */
    rebase(revision: number, saved: OfferDraft) {
      const typed = readDraft(key, offerDraft)?.draft
      const isNewer = typed && JSON.stringify(typed) !== JSON.stringify(typedOffer.parse(saved))
      storeDraft(key, isNewer ? { seen: revision, draft: typed } : null)
    },
  }
}
