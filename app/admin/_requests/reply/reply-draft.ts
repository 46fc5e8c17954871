import { showToast } from '@/components/toasts'
import type { AdminRequest } from '@/lib/requests/request'
import { replyKinds, type ReplyKind } from '@/lib/statuses'
import { hasShape, isStringRecord } from '../../_components/shape'
import { readDraft, storeDraft, useStoredDraft } from '../../_components/use-stored-draft'

export interface ReplyDraft {
  /** The database stores each id once. */
  id: string
  kind: ReplyKind
  /** The request's, when the admin began the text. */
  revision: number
  /** Null while the form shows the proposed text. */
  text: string | null
  /** The text from before the admin started anew, or ''. */
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
  const like = { id: '', kind: '', revision: 0, times: null }
  if (!hasShape(value, like) || !hasShape(value.times ?? [], [''])) return false
  const { kind, text, aside, typed, earlier = {} } = value as Partial<ReplyDraft & FormerDraft>
  const texts = typed ? [typed, earlier] : [{ text: text ?? '', aside }]
  return replyKinds.some((one) => one === kind) && texts.every(isStringRecord)
}

/** Puts the other texts of a `FormerDraft` aside. */
export function upgradeDraft(stored: ReplyDraft | FormerDraft): ReplyDraft {
  if (!('typed' in stored)) return stored
  const { id, kind, revision, times, typed, earlier = {} } = stored
  const { [kind]: text = null, ...others } = typed
  return { id, kind, revision, text, aside: join(...Object.values(others), ...Object.values(earlier)), times }
}

export function newDraft({ revision }: AdminRequest, kind: ReplyKind): ReplyDraft {
  return { id: crypto.randomUUID(), kind, revision, text: null, aside: '', times: null }
}

/** Returns to the proposed text, and puts the edited text aside. */
export function startAnew(draft: ReplyDraft, { revision }: AdminRequest, kind = draft.kind): ReplyDraft {
  return { ...draft, kind, revision, text: null, aside: join(draft.text, draft.aside) }
}

export function useReplyDraft(id: string) {
  const { draft, setDraft } = useStoredDraft(replyKey(id), isReplyDraft)
  return { draft: draft && upgradeDraft(draft), setDraft }
}

/** Keeps a reply that is begun. */
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

/** Unless `isUnchanged`, text typed since stays as a new reply. */
export function removeSent(id: string, isUnchanged: boolean): void {
  const typed = isUnchanged ? null : readReply(id)
  storeDraft(replyKey(id), typed && { ...typed, id: crypto.randomUUID() })
}

/** If the admin has typed another text meanwhile, the restored text stands aside. */
export function restoreReply(id: string, draft: ReplyDraft): void {
  const begun = readReply(id)
  const [first, other] = begun && begun.text !== null ? [begun, draft] : [draft, begun]
  storeDraft(replyKey(id), { ...first, aside: join(first.aside, other?.text, other?.aside) })
}

function readReply(id: string): ReplyDraft | null {
  const stored = readDraft(replyKey(id), isReplyDraft)
  return stored && upgradeDraft(stored)
}

const join = (...texts: unknown[]) => [...new Set(texts)].filter(Boolean).join('\n\n')
