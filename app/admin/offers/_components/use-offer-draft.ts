import { useState } from 'react'
import type { OfferDraft } from '@/lib/offers/draft'
import { hasShape } from '../../_components/shape'
import { readDraft, storeDraft } from '../../_components/use-stored-draft'

/** What is typed of an offer, and the revision that it is based on. */
interface TypedOffer {
  seen: number
  draft: OfferDraft
}

const likeDraft: OfferDraft = {
  ...{ title: '', forName: '', forCompany: '', forAddress: '', about: '' },
  ...{ lines: [{ text: '', amount: '' }], gst: 'added', gstReason: '' },
  ...{ included: '', excluded: '', weeks: '', start: '', payments: [{ text: '', percent: '' }] },
  ...{ terms: '', validUntil: '', words: '', followsUp: true },
}
export function isTypedOffer(value: unknown): value is TypedOffer {
  return hasShape(value, { seen: 0, draft: likeDraft })
}

/**
 * The form's content; what is typed and not saved outlives a reload and a sign-in. `seen` is the
 * revision that it is based on, less than `revision` once somebody else has saved.
 */
export function useOfferDraft(id: string, revision: number, stored: OfferDraft, hydrated: boolean) {
  const key = `offer ${id}`
  const [{ seen, draft }, setState] = useState(() => {
    const typed = hydrated ? readDraft(key, isTypedOffer) : null
    const isStored = JSON.stringify(typed?.draft) === JSON.stringify(stored)
    return typed && !isStored && typed.seen <= revision ? typed : { seen: revision, draft: stored }
  })
  // What was saved last, if its response was lost: when it is what is stored, nobody else saved that.
  const [lost, setLost] = useState<OfferDraft | null>(null)
  const isStored = (one: OfferDraft | null) => JSON.stringify(one) === JSON.stringify(stored)
  if (seen < revision && (isStored(draft) || isStored(lost))) setState({ seen: revision, draft })

  return {
    seen,
    draft,
    setLost,
    setDraft(next: OfferDraft) {
      setState({ seen, draft: next })
      storeDraft(key, { seen, draft: next })
    },
    /** After it was sent, because the next version has words of its own; or after that was taken back. */
    setWords: (words: string) => setState((now) => ({ ...now, draft: { ...now.draft, words } })),
    /** Once `sent` is saved, with this revision: keeps what was typed after it. */
    saved(revision: number, sent: OfferDraft) {
      const typed = readDraft(key, isTypedOffer)?.draft
      const isNewer = typed && JSON.stringify(typed) !== JSON.stringify(sent)
      storeDraft(key, isNewer ? { seen: revision, draft: typed } : null)
      setState((now) => ({ ...now, seen: revision }))
    },
    /** Drops what was typed for what somebody else has saved. */
    takeStored() {
      storeDraft(key, null)
      setState({ seen: revision, draft: stored })
    },
  }
}
