import { useState } from 'react'
import { useHydrated } from '@/components/use-hydrated'
import type { OfferDraft } from '@/lib/offers/draft'
import { hasShape } from '../../_components/shape'
import { readDraft, storeDraft } from '../../_components/use-stored-draft'

/** As in the sessionStorage. `seen` is the revision of the saved draft from which the admin began. */
interface TypedOffer {
  seen: number
  draft: OfferDraft
}

const sampleDraft: OfferDraft = {
  ...{ title: '', forName: '', forCompany: '', forAddress: '', about: '' },
  ...{ lines: [{ text: '', amount: '' }], gst: 'added', gstReason: '' },
  ...{ included: '', excluded: '', weeks: '', start: '', payments: [{ text: '', percent: '' }] },
  ...{ terms: '', validUntil: '', words: '', followsUp: true },
}
export function isTypedOffer(value: unknown): value is TypedOffer {
  return hasShape(value, { seen: 0, draft: sampleDraft })
}

interface State extends TypedOffer {
  /** As far as the form knows; null if none was saved. */
  saved: OfferDraft | null
}

/** A lower `seenRevision` than `revision`: somebody else has saved since. `isProposed`: nobody saved `serverDraft`. */
export function useOfferDraft(id: string, revision: number, serverDraft: OfferDraft, isProposed: boolean) {
  const key = `offer ${id}`
  const hydrated = useHydrated()
  const [hasReadStorage, setHasReadStorage] = useState(false)
  const [{ seen, draft, saved }, setState] = useState<State>({
    seen: revision,
    draft: serverDraft,
    saved: isProposed ? null : serverDraft,
  })
  // Perhaps saved: no response says so. If `serverDraft` becomes equal to it, the save has succeeded.
  const [unconfirmed, setUnconfirmed] = useState<OfferDraft | null>(null)
  if (hydrated && !hasReadStorage) {
    setHasReadStorage(true)
    const typed = readDraft(key, isTypedOffer)
    if (typed && !isSame(typed.draft, serverDraft) && typed.seen <= revision) setState({ ...typed, saved })
  } else if (seen < revision && (isSame(draft, serverDraft) || isSame(unconfirmed, serverDraft)))
    setState({ seen: revision, draft, saved: serverDraft })

  return {
    seenRevision: seen,
    draft,
    isSaved: isSame(draft, saved),
    wasEverSaved: saved !== null,
    /** True after hydration, when a draft in the sessionStorage has been restored. */
    hasReadStorage,
    setUnconfirmed,
    setDraft(next: OfferDraft) {
      setState({ seen, saved, draft: next })
      storeDraft(key, { seen, draft: next })
    },
    /** The draft does not count as changed. */
    clearWords: () =>
      setState((now) => ({
        ...now,
        draft: { ...now.draft, words: '' },
        saved: now.saved && { ...now.saved, words: '' },
      })),
    /** Keeps what was typed after `sent`. */
    markSaved(revision: number, sent: OfferDraft) {
      const typed = readDraft(key, isTypedOffer)?.draft
      storeDraft(key, typed && !isSame(typed, sent) ? { seen: revision, draft: typed } : null)
      setState((now) => ({ ...now, seen: revision, saved: sent }))
    },
    takeServerDraft() {
      storeDraft(key, null)
      setState({ seen: revision, draft: serverDraft, saved: serverDraft })
    },
  }
}

const isSame = (one: OfferDraft | null, other: OfferDraft | null) =>
  JSON.stringify(one) === JSON.stringify(other)
