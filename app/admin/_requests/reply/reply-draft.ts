import { showToast } from '@/components/toasts'
import type { AdminRequest } from '@/lib/requests/request'
import { replyKinds, type ReplyKind } from '@/lib/statuses'
import { hasShape, isStringRecord } from '../../_components/shape'
import { readDraft, snapshotDraft, storeDraft, useStoredDraft } from '../../_components/use-stored-draft'

export interface ReplyDraft {
  /** The database stores each id once. */
  id: string
  kind: ReplyKind
  /** The request's, when the admin began the text. */
  revision: number
  /** Null while the form shows the proposed text. */
  text: string | null
  /** The texts from before the admin started anew, which the form shows as 'Set aside'; or ''. */
  aside: string
  /** In the format of `encodeSlot`; null while the suggested times are chosen. */
  times: string[] | null
}

/** A draft that a tab of 1.0.0 has stored, with texts for several kinds. */
interface FormerDraft extends Omit<ReplyDraft, 'text' | 'aside'> {
  typed: Partial<Record<ReplyKind, string>>
  earlier?: Partial<Record<ReplyKind, string>>
}

export function isReplyDraft(value: unknown): value is ReplyDraft | FormerDraft {
  const sample = { id: '', kind: '', revision: 0, times: null }
  if (!hasShape(value, sample) || !hasShape(value.times ?? [], [''])) return false
  const { kind, text, aside, typed, earlier = {} } = value as Partial<ReplyDraft & FormerDraft>
  const texts = typed ? [typed, earlier] : [{ text: text ?? '', aside }]
  return replyKinds.some((one) => one === kind) && texts.every(isStringRecord)
}

/** Puts the other texts of a `FormerDraft` aside. */
export function upgradeDraft(stored: ReplyDraft | FormerDraft): ReplyDraft {
  if (!('typed' in stored)) return stored
  const { id, kind, revision, times, typed, earlier = {} } = stored
  const { [kind]: text = null, ...others } = typed
  const aside = joinTexts(...Object.values<string>(others), ...Object.values(earlier))
  return { id, kind, revision, text, aside, times }
}

export function newDraft({ revision }: AdminRequest, kind: ReplyKind): ReplyDraft {
  return { id: crypto.randomUUID(), kind, revision, text: null, aside: '', times: null }
}

/** Returns to the proposed text, and puts the edited text aside. */
export function startAnew(draft: ReplyDraft, { revision }: AdminRequest, kind = draft.kind): ReplyDraft {
  return { ...draft, kind, revision, text: null, aside: joinTexts(draft.text, draft.aside) }
}

export function useReplyDraft(id: string) {
  const { draft, setDraft } = useStoredDraft(replyKey(id), isReplyDraft)
  return { draft: draft && upgradeDraft(draft), setDraft }
}

/** Does nothing if a draft is stored already. */
export function beginReply(request: AdminRequest, kind: ReplyKind): void {
  if (!readReply(request.id)) storeDraft(replyKey(request.id), newDraft(request, kind))
}

export function discardReply(name: string, id: string, draft: ReplyDraft): void {
  storeDraft(replyKey(id), null)
  showToast({
    tone: 'success',
    message: `Reply to ${name} discarded`,
    action: { label: 'Undo', onPress: () => restoreReply(id, draft) },
  })
}

export const replyKey = (id: string) => `reply ${id}`

/** `sentDraft` is from `snapshotDraft`. If the admin has typed since, the draft stays, as a new reply. */
export function clearReply(id: string, sentDraft: string | null): void {
  const isUnchanged = snapshotDraft(replyKey(id)) === sentDraft
  const newReply = isUnchanged ? null : readReply(id)
  storeDraft(replyKey(id), newReply && { ...newReply, id: crypto.randomUUID() })
}

/** If the admin has typed another text meanwhile, that text stays in the form, and the restored one is set aside. */
export function restoreReply(id: string, restored: ReplyDraft): void {
  const current = readReply(id)
  const hasNewText = current !== null && current.text !== null
  const inForm = hasNewText ? current : restored
  const setAside = hasNewText ? restored : current
  storeDraft(replyKey(id), { ...inForm, aside: joinTexts(inForm.aside, setAside?.text, setAside?.aside) })
}

function readReply(id: string): ReplyDraft | null {
  const stored = readDraft(replyKey(id), isReplyDraft)
  return stored && upgradeDraft(stored)
}

const joinTexts = (...all: (string | null | undefined)[]) => [...new Set(all)].filter(Boolean).join('\n\n')
