import { type AdminRequest, replyKinds, type ReplyKind } from '@/lib/requests/request'
import { isStringRecord, hasShape } from '../../_components/shape'
import { readDraft, storeDraft } from '../../_components/use-stored-draft'

/** A reply that was begun and has not gone out. */
export interface ReplyDraft {
  /** The id of the future reply, so that sending it twice stores it once. */
  id: string
  kind: ReplyKind
  /** The revision of the request that the reply answers. */
  revision: number
  /** The typed text for each kind; other kinds still have the proposed text. */
  typed: Partial<Record<ReplyKind, string>>
  /** The call that each typed text describes, as a `callFingerprint`. */
  about?: Partial<Record<ReplyKind, string>>
  /** For each kind, the other of two texts, kept when one replaced a typed text. */
  earlier?: Partial<Record<ReplyKind, string>>
  /** The chosen times, as `encodeSlot` writes them; null for the suggested ones. */
  times: string[] | null
  /** True while the form asks if the reply was sent. */
  asked: boolean
  /** The text that was then opened or copied. */
  went?: string
}

export function isReplyDraft(value: unknown): value is ReplyDraft {
  const like = { id: '', kind: '', revision: 0, typed: {}, times: null, asked: false }
  if (!hasShape(value, like) || !hasShape(value.times ?? [], [''])) return false
  const { kind, typed, about = {}, earlier = {}, went = '' } = value as Partial<ReplyDraft>
  return replyKinds.some((one) => one === kind) && [typed, about, earlier, { went }].every(isStringRecord)
}

/** An empty draft for the request's present revision. */
export function newDraft({ revision }: AdminRequest, kind: ReplyKind): ReplyDraft {
  return { id: crypto.randomUUID(), kind, revision, typed: {}, times: null, asked: false }
}

/** The sessionStorage key of a draft; `id` is the request's, or names an offer's mail. */
export const replyKey = (id: string) => `reply ${id}`

/**
 * A draft with a restored text. A text of the same kind typed since stays: the restored one becomes
 * `earlier`.
 */
export function withText(draft: ReplyDraft, kind: ReplyKind, text: string): ReplyDraft {
  const isTaken = draft.typed[kind] !== undefined && draft.typed[kind] !== text
  const texts = isTaken ? 'earlier' : 'typed'
  return { ...draft, [texts]: { ...draft[texts], [kind]: text } }
}

/** A draft with an edited text; `about` is the call's `callFingerprint`. */
export function withTyped(draft: ReplyDraft, text: string, about: string): ReplyDraft {
  const { kind, typed } = draft
  const before = (typed[kind] !== undefined && draft.about?.[kind]) || about
  return { ...draft, typed: { ...typed, [kind]: text }, about: { ...draft.about, [kind]: before } }
}

/** Keeps the text for the call as it is now, `about`. */
export function withSameText(draft: ReplyDraft, about: string): ReplyDraft {
  return { ...draft, about: { ...draft.about, [draft.kind]: about } }
}

/** Replaces the typed text by the proposed one, and keeps it as `earlier`. */
export function withNewText(draft: ReplyDraft): ReplyDraft {
  const { kind, typed, earlier } = draft
  return { ...draft, typed: { ...typed, [kind]: undefined }, earlier: { ...earlier, [kind]: typed[kind] } }
}

/** Swaps `body` with the earlier text. */
export function withTextsSwapped(draft: ReplyDraft, body: string, about: string): ReplyDraft {
  const { kind, typed, earlier } = draft
  return {
    ...withSameText(draft, about),
    typed: { ...typed, [kind]: earlier?.[kind] },
    earlier: { ...earlier, [kind]: body },
  }
}

/**
 * Removes a draft after it went out as `sent`. Unless `isUnchanged`, the later typing stays as a new reply.
 */
export function removeSent(id: string, sent: ReplyDraft, isUnchanged: boolean): void {
  const typed = isUnchanged ? null : readDraft(replyKey(id), isReplyDraft)
  const asked = typed?.asked === true && typed.went !== sent.went
  storeDraft(replyKey(id), typed && { ...typed, id: crypto.randomUUID(), asked })
}

/**
 * Restores the draft of an undone reply, beside a newer draft. It gets a new id, unless the undo's result is
 * unknown (`isLost`).
 */
export function restoreReply(id: string, draft: ReplyDraft, text: string, isLost = false): void {
  const begun = readDraft(replyKey(id), isReplyDraft)
  const anew = { ...draft, id: isLost ? draft.id : crypto.randomUUID(), typed: {} }
  storeDraft(replyKey(id), withText(begun ?? anew, draft.kind, text))
}

/** Restores a discarded draft, beside a newer one. */
export function undiscard(id: string, draft: ReplyDraft): void {
  const begun = readDraft(replyKey(id), isReplyDraft)
  const typed = Object.entries(draft.typed) as [ReplyKind, string][]
  storeDraft(
    replyKey(id),
    begun ? typed.reduce((now, [kind, text]) => withText(now, kind, text), begun) : draft,
  )
}
