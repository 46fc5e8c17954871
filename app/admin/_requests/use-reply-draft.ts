'use client'

import { readStorage } from '@/lib/browser-storage'
import { type AdminRequest, replyKinds, type ReplyKind } from '@/lib/requests/request'
import { storeKeptText, useKeptText } from '../_components/use-kept-text'

/** An answer that was begun and has not gone out. */
export interface ReplyDraft {
  /** The id that it will have, so that one that is sent twice is stored once. */
  id: string
  kind: ReplyKind
  /** The request's revision that it answers. */
  revision: number
  /** What was typed for each kind; the others still have the proposed text. */
  typed: Partial<Record<ReplyKind, string>>
  /** The call that what was typed was written about, as `aboutOf` describes it. */
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

/** An answer that is begun now. */
export function newDraft({ revision }: AdminRequest, kind: ReplyKind): ReplyDraft {
  return { id: crypto.randomUUID(), kind, revision, typed: {}, times: null, asked: false }
}

/** Where this tab keeps the draft of an answer, by the request's id or an offer's mail. */
const draftKey = (id: string) => `reply ${id}`

/** A draft with a text that came back; one of the same kind that was typed since is not lost. */
export function withText(draft: ReplyDraft, kind: ReplyKind, text: string): ReplyDraft {
  const isTaken = draft.typed[kind] !== undefined && draft.typed[kind] !== text
  const texts = isTaken ? 'earlier' : 'typed'
  return { ...draft, [texts]: { ...draft[texts], [kind]: text } }
}

/** Brings back an answer that was taken back, beside what was begun since. */
export function restoreDraft(id: string, draft: ReplyDraft, text: string): void {
  const begun = readDraft(readStorage('sessionStorage', draftKey(id)))
  const restored = withText(begun ?? { ...draft, typed: {} }, draft.kind, text)
  storeKeptText(draftKey(id), JSON.stringify(restored))
}

/** The draft of an answer, stored in this tab until it is set to null. */
export function useReplyDraft(id: string) {
  const [kept, keep] = useKeptText(draftKey(id))
  return [readDraft(kept), (draft: ReplyDraft | null) => keep(draft && JSON.stringify(draft))] as const
}

function readDraft(kept: string | null): ReplyDraft | null {
  try {
    const draft = JSON.parse(kept ?? 'null') as ReplyDraft | null
    return draft && replyKinds.includes(draft.kind) && typeof draft.typed === 'object' ? draft : null
  } catch {
    return null
  }
}
