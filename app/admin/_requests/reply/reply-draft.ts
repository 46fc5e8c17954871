import { showToast } from '@/components/toasts'
import { type AdminRequest, replyKinds, type ReplyKind } from '@/lib/requests/request'
import { hasShape, isStringRecord } from '../../_components/shape'
import { readDraft, storeDraft } from '../../_components/use-stored-draft'

/** A reply that has not been sent. */
export interface ReplyDraft {
  /** The id of the reply. The database stores each id once. */
  id: string
  kind: ReplyKind
  /** The revision of the request that the admin had read. */
  revision: number
  /** The text that the admin has edited, for each kind. Other kinds show the proposed text. */
  typed: Partial<Record<ReplyKind, string>>
  /** For each text in `typed`, the `callFingerprint` of the call that the text describes. */
  fingerprints?: Partial<Record<ReplyKind, string>>
  /** For each kind of reply, a text set aside for another one. The form can swap the two. */
  earlier?: Partial<Record<ReplyKind, string>>
  /** The chosen times in the format of `encodeSlot`; null while the suggested times are chosen. */
  times: string[] | null
  /** True while the form shows `SentQuestion`. */
  asksIfSent: boolean
  /** The text that the admin opened in a mail program or copied. */
  takenText?: string
}

export function isReplyDraft(value: unknown): value is ReplyDraft {
  const like = { id: '', kind: '', revision: 0, typed: {}, times: null, asksIfSent: false }
  if (!hasShape(value, like) || !hasShape(value.times ?? [], [''])) return false
  const { kind, typed, fingerprints = {}, earlier = {}, takenText = '' } = value as Partial<ReplyDraft>
  return (
    replyKinds.some((one) => one === kind) &&
    [typed, fingerprints, earlier, { takenText }].every(isStringRecord)
  )
}

/** Returns a new draft without text, for the request as it is now. */
export function newDraft({ revision }: AdminRequest, kind: ReplyKind): ReplyDraft {
  return { id: crypto.randomUUID(), kind, revision, typed: {}, times: null, asksIfSent: false }
}

/** Removes a draft, and shows a toast with Undo. */
export function discardReply(name: string, id: string, draft: ReplyDraft): void {
  storeDraft(replyKey(id), null)
  showToast({
    tone: 'success',
    message: `Reply to ${name} discarded`,
    action: { label: 'Undo', onPress: () => restoreDiscarded(id, draft) },
  })
}

/**
 * The sessionStorage key of a draft. `id` is the id of the request, or the `draftId` of a mail about an
 * offer.
 */
export const replyKey = (id: string) => `reply ${id}`

/**
 * Puts `text` into the draft. If the draft has another text of this kind, `text` becomes the `earlier` one.
 */
export function withText(draft: ReplyDraft, kind: ReplyKind, text: string): ReplyDraft {
  const isTaken = draft.typed[kind] !== undefined && draft.typed[kind] !== text
  const texts = isTaken ? 'earlier' : 'typed'
  return { ...draft, [texts]: { ...draft[texts], [kind]: text } }
}

/** Sets the edited text. `fingerprint` is the call's present `callFingerprint`. */
export function withTyped(draft: ReplyDraft, text: string, fingerprint: string): ReplyDraft {
  const { kind, typed } = draft
  const before = (typed[kind] !== undefined && draft.fingerprints?.[kind]) || fingerprint
  return {
    ...draft,
    typed: { ...typed, [kind]: text },
    fingerprints: { ...draft.fingerprints, [kind]: before },
  }
}

/** Keeps the text. `fingerprint` is the `callFingerprint` of the changed call. */
export function withSameText(draft: ReplyDraft, fingerprint: string): ReplyDraft {
  return { ...draft, fingerprints: { ...draft.fingerprints, [draft.kind]: fingerprint } }
}

/** Returns to the proposed text, and keeps the edited text as `earlier`. */
export function withNewText(draft: ReplyDraft): ReplyDraft {
  const { kind, typed, earlier } = draft
  return { ...draft, typed: { ...typed, [kind]: undefined }, earlier: { ...earlier, [kind]: typed[kind] } }
}

/** Swaps the present text (`body`) with the earlier text. */
export function withTextsSwapped(draft: ReplyDraft, body: string, fingerprint: string): ReplyDraft {
  const { kind, typed, earlier } = draft
  return {
    ...withSameText(draft, fingerprint),
    typed: { ...typed, [kind]: earlier?.[kind] },
    earlier: { ...earlier, [kind]: body },
  }
}

/** Removes the sent draft. Unless `isUnchanged`, text typed since stays as a new reply. */
export function removeSent(id: string, sent: ReplyDraft, isUnchanged: boolean): void {
  const typed = isUnchanged ? null : readDraft(replyKey(id), isReplyDraft)
  const asksIfSent = typed?.asksIfSent === true && typed.takenText !== sent.takenText
  storeDraft(replyKey(id), typed && { ...typed, id: crypto.randomUUID(), asksIfSent })
}

/**
 * Restores the draft of an undone reply, or adds its text to a newer draft. The restored draft gets a new id,
 * unless the response to Undo was lost (`isLost`).
 */
export function restoreReply(id: string, draft: ReplyDraft, text: string, isLost = false): void {
  const begun = readDraft(replyKey(id), isReplyDraft)
  const anew = { ...draft, id: isLost ? draft.id : crypto.randomUUID(), typed: {} }
  storeDraft(replyKey(id), withText(begun ?? anew, draft.kind, text))
}

/** Restores a discarded draft, or adds its texts to a newer draft. */
function restoreDiscarded(id: string, draft: ReplyDraft): void {
  const begun = readDraft(replyKey(id), isReplyDraft)
  const typed = Object.entries(draft.typed) as [ReplyKind, string][]
  storeDraft(
    replyKey(id),
    begun ? typed.reduce((now, [kind, text]) => withText(now, kind, text), begun) : draft,
  )
}
