import { useState } from 'react'
import { useHydrated } from '@/components/use-hydrated'
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

interface State extends TypedOffer {
  /** The draft as last saved; null if none was. */
  saved: OfferDraft | null
}

/**
 * The form's draft; unsaved changes outlive a reload and a sign-in. `seen` is the revision that the draft is
 * based on; it is lower than `revision` after another admin has saved. `stored` is the first value, and
 * `isStored` is true if that is the saved draft.
 */
export function useOfferDraft(id: string, revision: number, stored: OfferDraft, isStored: boolean) {
  const key = `offer ${id}`
  const hydrated = useHydrated()
  const [isRead, setIsRead] = useState(false)
  const [{ seen, draft, saved }, setState] = useState<State>({
    seen: revision,
    draft: stored,
    saved: isStored ? stored : null,
  })
  // The draft of a save without a response. If it equals `stored`, that save succeeded.
  const [lost, setLost] = useState<OfferDraft | null>(null)
  if (hydrated && !isRead) {
    setIsRead(true)
    const typed = readDraft(key, isTypedOffer)
    if (typed && !isSame(typed.draft, stored) && typed.seen <= revision) setState({ ...typed, saved })
  } else if (seen < revision && (isSame(draft, stored) || isSame(lost, stored)))
    setState({ seen: revision, draft, saved: stored })

  return {
    seen,
    draft,
    isSaved: isSame(draft, saved),
    hasSaved: saved !== null,
    /** False before hydration, which may restore a draft. */
    isRead,
    setLost,
    setDraft(next: OfferDraft) {
      setState({ seen, saved, draft: next })
      storeDraft(key, { seen, draft: next })
    },
    /** Sets the words of the mail, which each version has anew, without marking the draft as changed. */
    setWords: (words: string) =>
      setState((now) => ({
        ...now,
        draft: { ...now.draft, words },
        saved: now.saved && { ...now.saved, words },
      })),
    /** Call it after `sent` was saved as `revision`; later typing stays. */
    saved(revision: number, sent: OfferDraft) {
      const typed = readDraft(key, isTypedOffer)?.draft
      storeDraft(key, typed && !isSame(typed, sent) ? { seen: revision, draft: typed } : null)
      setState((now) => ({ ...now, seen: revision, saved: sent }))
    },
    /** Replaces the draft by the one that another admin has saved. */
    takeStored() {
      storeDraft(key, null)
      setState({ seen: revision, draft: stored, saved: stored })
    },
  }
}

const isSame = (one: OfferDraft | null, other: OfferDraft | null) =>
  JSON.stringify(one) === JSON.stringify(other)
