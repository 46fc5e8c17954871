import { useState } from 'react'
import { useHydrated } from '@/components/use-hydrated'
import type { OfferDraft } from '@/lib/offers/draft'
import { hasShape } from '../../_components/shape'
import { readDraft, storeDraft } from '../../_components/use-stored-draft'

/** `seen` is the revision of the saved draft from which the admin began. */
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
  /** As far as the form knows; null if none was saved. */
  saved: OfferDraft | null
}

/** A lower `seen` than `revision`: somebody else has saved since. `isStored`: the database has `stored`. */
export function useOfferDraft(id: string, revision: number, stored: OfferDraft, isStored: boolean) {
  const key = `offer ${id}`
  const hydrated = useHydrated()
  const [isRead, setIsRead] = useState(false)
  const [{ seen, draft, saved }, setState] = useState<State>({
    seen: revision,
    draft: stored,
    saved: isStored ? stored : null,
  })
  // Perhaps saved: no response says so. If `stored` becomes equal to it, the save has succeeded.
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
    /** True after hydration, when a draft in the sessionStorage has been restored. */
    isRead,
    setLost,
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
    saved(revision: number, sent: OfferDraft) {
      const typed = readDraft(key, isTypedOffer)?.draft
      storeDraft(key, typed && !isSame(typed, sent) ? { seen: revision, draft: typed } : null)
      setState((now) => ({ ...now, seen: revision, saved: sent }))
    },
    takeStored() {
      storeDraft(key, null)
      setState({ seen: revision, draft: stored, saved: stored })
    },
  }
}

const isSame = (one: OfferDraft | null, other: OfferDraft | null) =>
  JSON.stringify(one) === JSON.stringify(other)
