import { useRef, useState } from 'react'
import { encodeSlot, type TimeSlot } from '@/lib/booking/slots'
import { describeTimes, writeReply } from '@/lib/content/replies'
import type { OfferFacts } from '@/lib/content/offer-mail'
import type { ReplyContext } from '@/lib/requests/details'
import { linkedTimes } from '@/lib/requests/replies'
import type { AdminRequest, ReplyKind } from '@/lib/requests/request'
import type { UsualLocation } from '@/lib/settings/schema'
import { useAdminAction } from '../../_components/use-admin-action'
import { snapshotDraft } from '../../_components/use-stored-draft'
import { sendReply } from './actions'
import { ProposedTimes } from './proposed-times'
import { ReplyField } from './reply-field'
import { ReplyButtons } from './reply-buttons'
import { ReplyAlerts } from './reply-alerts'
import { sayDiscarded } from './say-discarded'
import {
  removeSent,
  type ReplyDraft,
  replyKey,
  restoreReply,
  withNewText,
  withSameText,
  withTextsSwapped,
  withTyped,
} from './reply-draft'
import { callFingerprint, describeYes, factsOf, hasSameWords, replaceTimes, timesOf } from './reply-text'
import { SentQuestion } from './sent-question'

export interface ReplyComposerProps {
  request: AdminRequest
  /** Further facts for the text. */
  context: ReplyContext
  /** True if the site sends mails. */
  mailed: boolean
  /** Called after the reply is sent or recorded; `onRestored`, after an undo. */
  onAnswered?: () => void
  onRestored?: () => void
  draft: ReplyDraft
  keep: (draft: ReplyDraft | null) => void
  onDiscard: () => void
  /** True if a reply of this kind still fits the request. */
  fits: boolean
  /** True if the visitor can still change the call. */
  canChange: boolean
  /** True if the call has begun. */
  isOver?: boolean
  /** The offer, in a mail about one. */
  offer?: OfferFacts
  /** The id for `replyKey`, by default the request's. */
  draftId?: string
  /** The usual location, for a call. */
  usual?: UsualLocation
}

/** Edits a reply and sends it. */
export function ReplyComposer({
  request,
  context,
  draft,
  keep,
  onDiscard,
  fits,
  canChange,
  isOver,
  mailed,
  onAnswered,
  onRestored,
  offer,
  draftId = request.id,
  usual,
}: ReplyComposerProps) {
  const { run, pending } = useAdminAction()
  const textarea = useRef<HTMLTextAreaElement>(null)
  const { kind } = draft
  const free = context.free ?? []
  const times = timesOf(draft, free, request)
  const path = canChange ? context.link : null
  const { origin } = context
  const isAboveFacts = mailed && request.type === 'booking' && ['confirm', 'decline'].includes(kind)
  const facts = { ...factsOf(request, kind, times, { origin, path, usual }), isOver, offer, isAboveFacts }
  const proposed = writeReply(kind, facts)
  const typed = draft.typed[kind]
  const body = typed ?? proposed.body
  const { gap } = proposed
  const isUnwritten = gap !== null && hasSameWords(body, proposed.body)
  // The kind of the reply that the admin tried to send with its gap.
  const [invalid, setInvalid] = useState<ReplyKind | null>(null)
  const isInvalid = isUnwritten && invalid === kind
  const words = offer ? '' : (request.message ?? '')
  const about = callFingerprint(facts)
  const isStale = typed !== undefined && (draft.about?.[kind] ?? about) !== about

  function chooseTimes(next: TimeSlot[]) {
    const [before, after] = [facts, factsOf(request, kind, next, { origin, path, usual })].map(describeTimes)
    // In an edited text, only the times change.
    const changed = typed !== undefined && { [kind]: replaceTimes(typed, before ?? '', after ?? '') }
    keep({ ...draft, times: next.map(encodeSlot), typed: { ...draft.typed, ...changed } })
  }

  /** Stores a changed draft and focuses the text, because the pressed button disappears. */
  function take(next: ReplyDraft) {
    keep(next)
    focusText()
  }

  const focusText = () => textarea.current?.focus()

  /** Runs `act` and returns true, unless the text still has its gap: then it shows an error. */
  function ifWritten(act: () => void): boolean {
    if (!isUnwritten) {
      act()
      return true
    }
    setInvalid(kind)
    focusText()
    textarea.current?.setSelectionRange(gap, gap)
    return false
  }

  function send(text: { subject: string; body: string } | null) {
    const { id: replyId } = draft
    const revision = text ? seen : draft.revision
    const times = kind === 'propose' ? linkedTimes(text?.body ?? draft.went ?? '', path) : []
    const isUnchanged = snapshotDraft(replyKey(draftId))
    run(() => sendReply({ id: request.id, name: request.name, replyId, revision, kind, text, times }), {
      failure: text ? 'Failed to send the reply' : 'Failed to save the answer',
      onResult(result) {
        if (!('message' in result)) return
        removeSent(draftId, draft, isUnchanged())
        onAnswered?.()
      },
      onUndo: {
        onResult(result) {
          onRestored?.()
          if ('message' in result || 'isLost' in result)
            restoreReply(draftId, draft, body, 'isLost' in result)
        },
      },
    })
  }

  const changes = context.events.filter(
    ({ revision, actor }) => (revision ?? 0) > draft.revision && actor !== context.me,
  )
  // The text is up to date with this revision: the request's, unless others changed it since the draft's.
  const seen = changes.length === 0 ? Math.max(draft.revision, request.revision) : draft.revision
  return (
    <div className="mt-3 grid gap-3">
      <ReplyAlerts
        {...{ request, changes, isStale }}
        where={facts.where}
        hasEarlier={draft.earlier?.[kind] !== undefined}
        onGoOn={() => take({ ...draft, revision: request.revision })}
        onNewText={() => take(withNewText(draft))}
        onKeep={() => take(withSameText(draft, about))}
        onSwap={() => take(withTextsSwapped(draft, body, about))}
      />
      <p role="status" className="empty:hidden">
        {!fits && <span>This no longer fits the request as it stands now.</span>}
        {context.free === null && <span>The free times could not be read just now.</span>}
      </p>
      {kind === 'propose' && free.length > 0 && (
        <ProposedTimes free={free} times={times} onChange={chooseTimes} confirms={path !== null} />
      )}
      <p className="[overflow-wrap:anywhere]">
        <span className="text-muted-foreground">Subject: </span>
        <span>{proposed.subject}</span>
      </p>
      <ReplyField
        ref={textarea}
        body={body}
        readOnly={pending}
        isInvalid={isInvalid}
        onChange={(text) => keep(withTyped(draft, text, about))}
      />
      <ReplyButtons
        text={{ subject: proposed.subject, body }}
        {...{ request, words, mailed, isAboveFacts, ifWritten }}
        onDiscard={() => {
          onDiscard()
          sayDiscarded(request.name, draftId, draft)
        }}
        isHidden={changes.length > 0 || isStale}
        pending={pending || !fits}
        onSend={send}
        onOut={(went) => keep({ ...draft, revision: seen, asked: true, went })}
      />
      {draft.asked && changes.length === 0 && (
        <SentQuestion
          words={describeYes(request, kind, mailed)}
          pending={pending || !fits}
          onYes={() => send(null)}
          onNo={() => take({ ...draft, asked: false })}
        />
      )}
    </div>
  )
}
