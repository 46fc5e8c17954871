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
import { discardReply, removeSent, type ReplyDraft, replyKey, restoreReply, startAnew } from './reply-draft'
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
  fits: boolean
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
  fits,
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
  const changes = events?.filter(
    (event) => event.revision > draft.revision && (event.actor !== me || isMove(event)),
  )
  const unread = listUnread(context, kind, { request, canChange })
  const isIncomplete = unread.some(({ isNeeded }) => isNeeded)
  const isAboveFacts = mailed && request.type === 'booking' && ['confirm', 'decline'].includes(kind)
  const facts = { ...factsOf(request, kind, times, { ...context, path }), isOver, isAboveFacts }
  const proposed = writeReply(kind, facts)
  const body = draft.text ?? proposed.body
  const { gap } = proposed
  const linked = { subject: proposed.subject, body: linkTimes(body, facts.times) }
  const lost = times.filter((_, n) => !facts.times[n] || !hasTime(body, facts.times[n]))
  const isUnwritten = gap !== null && hasSameWords(body, proposed.body)
  // True after the admin pressed Send before filling the gap in the proposed text.
  const [isRefused, setRefused] = useState(false)
  // The text that the admin has opened in a mail program or copied, and the request's revision at that time.
  const [taken, setTaken] = useState<{ text: string; revision: number } | null>(null)

  function chooseTimes(next: TimeSlot[], change: [before: TimeSlot | null, after: TimeSlot | null]) {
    const text = draft.text === null ? null : changeTime(draft.text, change, times)
    setDraft({ ...draft, times: next.map(encodeSlot), text })
  }

  const focusText = () => textarea.current?.focus()

  /** Runs `act`, or returns false and shows an error while the proposed text has a gap. */
  function ifWritten(act: () => void): boolean {
    if (!isUnwritten) {
      act()
      return true
    }
    setRefused(true)
    focusText()
    textarea.current?.setSelectionRange(gap, gap)
    return false
  }

  function send(text: { subject: string; body: string } | null) {
    const { id: replyId } = draft
    // The database refuses the reply if others have made a change that the page does not show yet.
    const seen = events?.findLast(({ actor }) => actor !== me)?.revision ?? 0
    const from = (!text && taken) || draft
    // A text that is out names an old time and place, so a move since is refused, though the page shows it.
    const isOld = from !== draft && events?.some((event) => event.revision > from.revision && isMove(event))
    const revision = isOld ? from.revision : Math.max(from.revision, seen)
    const times = kind === 'propose' ? linkedTimes(text?.body ?? taken?.text ?? '', path) : []
    const isUnchanged = snapshotDraft(replyKey(request.id))
    run(() => sendReply({ id: request.id, name: request.name, replyId, revision, kind, text, times }), {
      failure: text ? 'Failed to send the reply' : 'Failed to save the answer',
      onResult(result) {
        if (isOld || result.kind === 'done') setTaken(null) // an old text is to be taken again
        if (result.kind !== 'done') return
        removeSent(request.id, isUnchanged())
      },
      onUndo: {
        onResult(result) {
          if (result.kind === 'lost') restoreReply(request.id, draft)
          else if (result.kind === 'done') restoreReply(request.id, { ...draft, id: crypto.randomUUID() })
        },
      },
    })
  }

  return (
    <div className="mt-3 grid gap-3">
      <ReplyAlerts
        {...{ changes, fits, unread }}
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
      <FormContext value={{ id, pending: pending || isIncomplete, density: 'dense' }}>
        <Field
          ref={textarea as React.Ref<never>}
          name="text"
          label="Text"
          isLabelHidden
          problem={isUnwritten && isRefused ? proposed.gapError : undefined}
          multiline
          rows={8}
          maxLength={MAX_REPLY}
          value={body}
          onChange={({ target }) => setDraft({ ...draft, text: target.value })}
          className="max-h-96 min-h-40 text-sm lg:max-h-[calc(100dvh-31.25rem)]"
        />
      </FormContext>
      <TimesInText
        lost={lost}
        count={times.length}
        onPutBack={(time) => {
          setDraft({ ...draft, text: changeTime(body, [null, time], times) })
          focusText()
        }}
      />
      <ReplyButtons
        text={linked}
        {...{ request, mailed, isAboveFacts, ifWritten }}
        words={request.message ?? ''}
        onDiscard={() => {
          discardReply(request.name, request.id, draft)
          onDiscard()
        }}
        isHidden={isIncomplete}
        pending={pending || !fits}
        onSend={send}
        onTaken={(text) =>
          setTaken({ text, revision: Math.max(draft.revision, events?.at(-1)?.revision ?? 0) })
        }
      />
      {taken && (
        <SentQuestion
          words={describeYes(request, kind, mailed)}
          pending={pending || !fits}
          onYes={() => send(null)}
          onNo={() => {
            setTaken(null)
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
