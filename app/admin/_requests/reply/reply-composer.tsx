import { useRef, useState } from 'react'
import { encodeSlot, type TimeSlot } from '@/lib/booking/slots'
import { describeTimes, writeReply } from '@/lib/content/replies'
import type { OfferFacts } from '@/lib/content/offer-mail'
import type { ReplyContext } from '@/lib/requests/details'
import { linkedTimes } from '@/lib/requests/replies'
import type { AdminRequest, ReplyKind } from '@/lib/requests/request'
import { useAdminAction } from '../../_components/use-admin-action'
import { snapshotDraft } from '../../_components/use-stored-draft'
import { sendReply } from './actions'
import { ProposedTimes } from './proposed-times'
import { ReplyField } from './reply-field'
import { ReplyButtons } from './reply-buttons'
import { ReplyAlerts } from './reply-alerts'
import {
  discardReply,
  removeSent,
  type ReplyDraft,
  replyKey,
  restoreReply,
  withNewText,
  withSameText,
  withTextsSwapped,
  withTyped,
} from './reply-draft'
import {
  callFingerprint,
  describeYes,
  factsOf,
  hasSameWords,
  listUnread,
  replaceTimes,
  timesOf,
} from './reply-text'
import { SentQuestion } from './sent-question'

export interface ReplyComposerProps {
  request: AdminRequest
  /** What the text needs besides the request, such as the free times. */
  context: ReplyContext
  /** True if the site can send the reply. */
  mailed: boolean
  /** Called after the reply was sent, or recorded as sent. */
  onAnswered?: () => void
  draft: ReplyDraft
  setDraft: (draft: ReplyDraft | null) => void
  /** Called after the draft was removed. */
  onDiscard: () => void
  /** False if the request no longer allows this kind of reply. */
  fits: boolean
  /** True if the visitor's link still lets them change the call. */
  canChange: boolean
  /** True if the call has begun. */
  isOver?: boolean
  /** The offer, if the reply is a mail about an offer. */
  offer?: OfferFacts
  /** The id in the draft's `replyKey`; by default the request's id. */
  draftId?: string
}

export function ReplyComposer({
  request,
  context,
  draft,
  setDraft,
  onDiscard,
  fits,
  canChange,
  isOver,
  mailed,
  onAnswered,
  offer,
  draftId = request.id,
}: ReplyComposerProps) {
  const { run, pending } = useAdminAction()
  const textarea = useRef<HTMLTextAreaElement>(null)
  const { kind } = draft
  const free = context.free ?? []
  const times = timesOf(draft, free, request)
  const path = (canChange && context.link?.path) || null
  const { origin, usual } = context
  const unread = listUnread(context, kind, { request, canChange, offer })
  const isIncomplete = unread.some(({ isNeeded }) => isNeeded)
  const isAboveFacts = mailed && request.type === 'booking' && ['confirm', 'decline'].includes(kind)
  const facts = { ...factsOf(request, kind, times, { origin, path, usual }), isOver, offer, isAboveFacts }
  const proposed = writeReply(kind, facts)
  const typed = draft.typed[kind]
  const body = typed ?? proposed.body
  const { gap } = proposed
  const isUnwritten = gap !== null && hasSameWords(body, proposed.body)
  // The kind of reply for which the admin pressed Send before filling the gap in the proposed text.
  const [invalid, setInvalid] = useState<ReplyKind | null>(null)
  const isInvalid = isUnwritten && invalid === kind
  const words = offer ? '' : (request.message ?? '')
  const fingerprint = callFingerprint(facts)
  const isStale = typed !== undefined && (draft.fingerprints?.[kind] ?? fingerprint) !== fingerprint

  function chooseTimes(next: TimeSlot[]) {
    const [before, after] = [facts, factsOf(request, kind, next, { origin, path, usual })].map(describeTimes)
    // In a text that the admin has edited, replaces only the times.
    const changed = typed !== undefined && { [kind]: replaceTimes(typed, before ?? '', after ?? '') }
    setDraft({ ...draft, times: next.map(encodeSlot), typed: { ...draft.typed, ...changed } })
  }

  /** Moves the focus to the text, because the pressed button disappears. */
  function setDraftAndFocus(next: ReplyDraft) {
    setDraft(next)
    focusText()
  }

  const focusText = () => textarea.current?.focus()

  /**
   * Runs `act` and returns true. If the admin has not filled the gap in the proposed text, shows an error and
   * returns false.
   */
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
    const times = kind === 'propose' ? linkedTimes(text?.body ?? draft.takenText ?? '', path) : []
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
          if ('message' in result || 'isLost' in result)
            restoreReply(draftId, draft, body, 'isLost' in result)
        },
      },
    })
  }

  const changes = context.events?.filter(
    ({ revision, actor }) => (revision ?? 0) > draft.revision && actor !== context.me,
  )
  // The revision that the admin has seen: that of the draft, unless nobody has changed the request since.
  const seen = changes?.length === 0 ? Math.max(draft.revision, request.revision) : draft.revision
  return (
    <div className="mt-3 grid gap-3">
      <ReplyAlerts
        {...{ request, changes, isStale, fits, unread, where: facts.where }}
        hasEarlier={draft.earlier?.[kind] !== undefined}
        onGoOn={() => setDraftAndFocus({ ...draft, revision: request.revision })}
        onNewText={() => setDraftAndFocus(withNewText(draft))}
        onKeep={() => setDraftAndFocus(withSameText(draft, fingerprint))}
        onSwap={() => setDraftAndFocus(withTextsSwapped(draft, body, fingerprint))}
      />
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
        readOnly={pending || isIncomplete}
        isInvalid={isInvalid}
        onChange={(text) => setDraft(withTyped(draft, text, fingerprint))}
      />
      <ReplyButtons
        text={{ subject: proposed.subject, body }}
        {...{ request, words, mailed, isAboveFacts, ifWritten }}
        onDiscard={() => {
          discardReply(request.name, draftId, draft)
          onDiscard()
        }}
        isHidden={Boolean(changes?.length) || isStale || isIncomplete}
        pending={pending || !fits}
        onSend={send}
        onTaken={(takenText) => setDraft({ ...draft, revision: seen, asksIfSent: true, takenText })}
      />
      {draft.asksIfSent && !changes?.length && (
        <SentQuestion
          words={describeYes(request, kind, mailed)}
          pending={pending || !fits}
          onYes={() => send(null)}
          onNo={() => setDraftAndFocus({ ...draft, asksIfSent: false })}
        />
      )}
    </div>
  )
}
