import { useState } from 'react'
import type { OfferDraft } from '@/lib/offers/draft'
import { hasShape } from '../../_components/shape'
import { readDraft, storeDraft } from '../../_components/use-stored-draft'

/** The form's draft, and the revision on which it is based. */
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
 * The form's draft; unsaved changes outlive a reload and a sign-in. `seen` is the revision on which it is
 * based, lower than `revision` once another admin has saved.
 */
export function useOfferDraft(id: string, revision: number, stored: OfferDraft, hydrated: boolean) {
  const key = `offer ${id}`
  const [{ seen, draft }, setState] = useState(() => {
    const typed = hydrated ? readDraft(key, isTypedOffer) : null
    const isStored = JSON.stringify(typed?.draft) === JSON.stringify(stored)
    return typed && !isStored && typed.seen <= revision ? typed : { seen: revision, draft: stored }
  })
  // The last saved draft, if its response was lost. If it equals the stored one, no other admin has saved.
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
    /** Sets the mail's words: the next version has its own, and an undo restores the last ones. */
    setWords: (words: string) => setState((now) => ({ ...now, draft: { ...now.draft, words } })),
    /** Stores the new `revision` after `sent` is saved, and keeps later typing. */
    saved(revision: number, sent: OfferDraft) {
      const typed = readDraft(key, isTypedOffer)?.draft
      const isNewer = typed && JSON.stringify(typed) !== JSON.stringify(sent)
      storeDraft(key, isNewer ? { seen: revision, draft: typed } : null)
      setState((now) => ({ ...now, seen: revision }))
    },
    /** Replaces the draft by the one that another admin has saved. */
    takeStored() {
      storeDraft(key, null)
      setState({ seen: revision, draft: stored })
    },
  }
}
