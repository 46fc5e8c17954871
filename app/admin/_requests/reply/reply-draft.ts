import { type AdminRequest, replyKinds, type ReplyKind } from '@/lib/requests/request'
import { areTexts, hasShape } from '../../_components/shape'
import { readDraft, storeDraft } from '../../_components/use-stored-draft'

/** An answer that was begun and has not gone out. */
export interface ReplyDraft {
  /** The id that it will have, so that one that is sent twice is stored once. */
  id: string
  kind: ReplyKind
  /** The request's revision that it answers. */
  revision: number
  /** What was typed for each kind; the others still have the proposed text. */
  typed: Partial<Record<ReplyKind, string>>
  /** The call that what was typed was written about, as `callFingerprint` describes it. */
  about?: Partial<Record<ReplyKind, string>>
  /** The other text of two, once one was taken instead of what was typed before the call changed. */
  earlier?: Partial<Record<ReplyKind, string>>
  /** The chosen times, as `encodeSlot` writes them; null for the suggested ones. */
  times: string[] | null
  /** Whether it is asked if it was sent. */
  asked: boolean
  /** The text as it was opened or copied then. */
  went?: string
}

export function isReplyDraft(value: unknown): value is ReplyDraft {
  const like = { id: '', kind: '', revision: 0, typed: {}, times: null, asked: false }
  if (!hasShape(value, like) || !hasShape(value.times ?? [], [''])) return false
  const { kind, typed, about = {}, earlier = {}, went = '' } = value as Partial<ReplyDraft>
  return replyKinds.some((one) => one === kind) && [typed, about, earlier, { went }].every(areTexts)
}

/** An answer that is begun now. */
export function newDraft({ revision }: AdminRequest, kind: ReplyKind): ReplyDraft {
  return { id: crypto.randomUUID(), kind, revision, typed: {}, times: null, asked: false }
}

/** Where this tab stores the draft of an answer, by the request's id or an offer's mail. */
export const replyKey = (id: string) => `reply ${id}`

/** A draft with a text that came back; one of the same kind that was typed since is not lost. */
export function withText(draft: ReplyDraft, kind: ReplyKind, text: string): ReplyDraft {
  const isTaken = draft.typed[kind] !== undefined && draft.typed[kind] !== text
  const texts = isTaken ? 'earlier' : 'typed'
  return { ...draft, [texts]: { ...draft[texts], [kind]: text } }
}

/** A draft whose text was changed; `about` is the call as `callFingerprint` describes it. */
export function withTyped(draft: ReplyDraft, text: string, about: string): ReplyDraft {
  const { kind, typed } = draft
  const before = (typed[kind] !== undefined && draft.about?.[kind]) || about
  return { ...draft, typed: { ...typed, [kind]: text }, about: { ...draft.about, [kind]: before } }
}

/** The same text for the call as it is now. */
export function withSameText(draft: ReplyDraft, about: string): ReplyDraft {
  return { ...draft, about: { ...draft.about, [draft.kind]: about } }
}

/** The proposed text in place of what was typed, which can be had again. */
export function withNewText(draft: ReplyDraft): ReplyDraft {
  const { kind, typed, earlier } = draft
  return { ...draft, typed: { ...typed, [kind]: undefined }, earlier: { ...earlier, [kind]: typed[kind] } }
}

/** The other of two texts in place of `body`. */
export function withTextsSwapped(draft: ReplyDraft, body: string, about: string): ReplyDraft {
  const { kind, typed, earlier } = draft
  return {
    ...withSameText(draft, about),
    typed: { ...typed, [kind]: earlier?.[kind] },
    earlier: { ...earlier, [kind]: body },
  }
}

/**
 * Removes a draft that has gone out as `sent`. What was typed since is another answer and stays.
 */
export function removeSent(id: string, sent: ReplyDraft, isUnchanged: boolean): void {
  const typed = isUnchanged ? null : readDraft(replyKey(id), isReplyDraft)
  const asked = typed?.asked === true && typed.went !== sent.went
  storeDraft(replyKey(id), typed && { ...typed, id: crypto.randomUUID(), asked })
}

/**
 * Restores the draft of an undone answer, beside a newer draft. It gets a new id, unless the undo's result is
 * unknown: `isLost`.
 */
export function restoreReply(id: string, draft: ReplyDraft, text: string, isLost = false): void {
  const begun = readDraft(replyKey(id), isReplyDraft)
  const anew = { ...draft, id: isLost ? draft.id : crypto.randomUUID(), typed: {} }
  storeDraft(replyKey(id), withText(begun ?? anew, draft.kind, text))
}

/** Brings back a draft that was discarded, beside what was begun since. */
export function undiscard(id: string, draft: ReplyDraft): void {
  const begun = readDraft(replyKey(id), isReplyDraft)
  const typed = Object.entries(draft.typed) as [ReplyKind, string][]
  storeDraft(
    replyKey(id),
    begun ? typed.reduce((now, [kind, text]) => withText(now, kind, text), begun) : draft,
  )
}
