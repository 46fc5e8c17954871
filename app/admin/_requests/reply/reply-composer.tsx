import { useId, useRef, useState } from 'react'
import { Field, FormContext } from '@/components/form'
import { encodeSlot, type TimeSlot } from '@/lib/booking/slots'
import { changeTime, hasTime, linkTimes, writeReply } from '@/lib/requests/letters'
import type { ReplyContext } from '@/lib/requests/one-request'
import { linkedTimes, MAX_REPLY } from '@/lib/requests/replies'
import type { AdminRequest } from '@/lib/requests/request'
import { useAdminAction } from '../../_components/use-admin-action'
import { snapshotDraft } from '../../_components/use-stored-draft'
import { sendReply } from './actions'
import { ProposedTimes, TimesInText } from './proposed-times'
import { ReplyButtons } from './reply-buttons'
import { ReplyAlerts } from './reply-alerts'
import { clearReply, discardReply, type ReplyDraft, replyKey, restoreReply, startAnew } from './reply-draft'
import { describeYes, factsOf, hasSameWords, isMove, listUnread, timesOf } from './reply-text'
import { SentQuestion } from './sent-question'

export interface ReplyComposerProps {
  request: AdminRequest
  context: ReplyContext
  mailed: boolean
  draft: ReplyDraft
  setDraft: (draft: ReplyDraft | null) => void
  /** Called after the draft was removed. */
  onDiscard: () => void
  /** False if the request no longer allows this kind of reply. */
  isAllowed: boolean
  /** True if the visitor's link still lets them change the call. */
  canChange: boolean
  /** True if the call has begun. */
  isOver?: boolean
}

/** Its `key` must be the draft's kind. */
export function ReplyComposer({
  request,
  context,
  draft,
  setDraft,
  onDiscard,
  isAllowed,
  canChange,
  isOver,
  mailed,
}: ReplyComposerProps) {
  const { run, pending } = useAdminAction()
  const textarea = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const { kind } = draft
  const free = context.free ?? []
  const times = timesOf(draft, free, request)
  const path = (canChange && context.link?.path) || null
  const { events, me } = context
  const newestRevision = Math.max(draft.revision, events?.at(-1)?.revision ?? 0)
  const newChanges = events?.filter(
    (event) => event.revision > draft.revision && (event.actor !== me || isMove(event)),
  )
  const unreadParts = listUnread(context, kind, { request, canChange })
  const isPartMissing = unreadParts.some(({ isNeeded }) => isNeeded)
  const isAboveFacts = mailed && request.type === 'booking' && ['confirm', 'decline'].includes(kind)
  const facts = { ...factsOf(request, kind, times, { ...context, path }), isOver, isAboveFacts }
  const proposed = writeReply(kind, facts)
  const body = draft.text ?? proposed.body
  const letter = { subject: proposed.subject, body: linkTimes(body, facts.times) }
  const missingTimes = times.filter((_, n) => !facts.times[n] || !hasTime(body, facts.times[n]))
  // The proposed text may leave a gap for the admin's own words.
  const hasGap = proposed.gap !== null && hasSameWords(body, proposed.body)
  const [isGapErrorOn, setGapErrorOn] = useState(false)
  // The text that the admin has copied or opened in a mail program, and the newest revision that the page had then.
  const [copy, setCopy] = useState<{ text: string; revision: number } | null>(null)

  function chooseTimes(chosen: TimeSlot[], change: [before: TimeSlot | null, after: TimeSlot | null]) {
    const text = draft.text === null ? null : changeTime(draft.text, change, times)
    setDraft({ ...draft, times: chosen.map(encodeSlot), text })
  }

  const focusText = () => textarea.current?.focus()

  /** Runs `act`. While the text has a gap, returns false instead, shows an error and puts the cursor there. */
  function runUnlessGap(act: () => void): boolean {
    if (!hasGap) {
      act()
      return true
    }
    setGapErrorOn(true)
    focusText()
    textarea.current?.setSelectionRange(proposed.gap, proposed.gap)
    return false
  }

  /** Null notes that the admin has sent the copy. */
  function send(text: { subject: string; body: string } | null) {
    const { id: replyId } = draft
    const startRevision = copy && !text ? copy.revision : draft.revision
    // A copy may name a former time or place: by its own revision the database refuses it after a move.
    const isCopyOld =
      !text && copy && events?.some((event) => event.revision > copy.revision && isMove(event))
    // Else it refuses the reply only if others have made a change that the page does not show yet.
    const seenRevision = events?.findLast(({ actor }) => actor !== me)?.revision ?? 0
    const revision = isCopyOld ? startRevision : Math.max(startRevision, seenRevision)
    const sentTimes = kind === 'propose' ? linkedTimes(text?.body ?? copy?.text ?? '', path) : []
    const sentDraft = snapshotDraft(replyKey(request.id))
    const input = { id: request.id, name: request.name, replyId, revision, kind, text, times: sentTimes }
    run(() => sendReply(input), {
      failure: text ? 'Failed to send the reply' : 'Failed to save the answer',
      onResult(result) {
        if (isCopyOld || result.kind === 'done') setCopy(null) // an old copy must be made anew
        if (result.kind === 'done') clearReply(request.id, sentDraft)
      },
      onUndo: {
        onResult(result) {
          // After a lost response the reply may stand, and with the same id it cannot be sent twice.
          if (result.kind === 'lost') restoreReply(request.id, draft)
          else if (result.kind === 'done') restoreReply(request.id, { ...draft, id: crypto.randomUUID() })
        },
      },
    })
  }

  return (
    <div className="mt-3 grid gap-3">
      <ReplyAlerts
        {...{ newChanges, isAllowed, unreadParts }}
        isTyped={draft.text !== null}
        onStartAnew={() => {
          setDraft(startAnew(draft, request))
          focusText()
        }}
      />
      {kind === 'propose' && free.length > 0 && (
        <ProposedTimes free={free} times={times} onChange={chooseTimes} />
      )}
      <p className="[overflow-wrap:anywhere]">
        <span className="text-muted-foreground">Subject: </span>
        <span>{proposed.subject}</span>
      </p>
      <FormContext value={{ id, pending: pending || isPartMissing, density: 'dense' }}>
        <Field
          ref={textarea as React.Ref<never>} // `Field` declares an input's ref
          name="text"
          label="Text"
          isLabelHidden
          problem={hasGap && isGapErrorOn ? proposed.gapError : undefined}
          multiline
          rows={8}
          maxLength={MAX_REPLY}
          value={body}
          onChange={({ target }) => setDraft({ ...draft, text: target.value })}
          className="max-h-96 min-h-40 text-sm lg:max-h-[calc(100dvh-31.25rem)]"
        />
      </FormContext>
      <TimesInText
        missingTimes={missingTimes}
        count={times.length}
        onPutBack={(time) => {
          setDraft({ ...draft, text: changeTime(body, [null, time], times) })
          focusText()
        }}
      />
      <ReplyButtons
        {...{ request, letter, mailed, isAboveFacts, runUnlessGap }}
        message={request.message ?? ''}
        onDiscard={() => {
          discardReply(request.name, request.id, draft)
          onDiscard()
        }}
        isHidden={isPartMissing}
        pending={pending || !isAllowed}
        onSend={send}
        onCopy={(text) => setCopy({ text, revision: newestRevision })}
      />
      {copy && (
        <SentQuestion
          effectOfYes={describeYes(request, kind, mailed)}
          pending={pending || !isAllowed}
          onYes={() => send(null)}
          onNo={() => {
            setCopy(null)
            focusText()
          }}
        />
      )}
      {draft.aside && (
        <div className="text-muted-foreground">
          <p>Set aside:</p>
          <p className="[overflow-wrap:anywhere] whitespace-pre-wrap">{draft.aside}</p>
        </div>
      )}
    </div>
  )
}
