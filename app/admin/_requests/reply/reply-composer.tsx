'use client'

import { useId, useRef, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { fieldVariants } from '@/components/ui/field-variants'
import { Label } from '@/components/ui/label'
import { locationText } from '@/lib/booking/call-location'
import { mailReply, openedText } from '@/lib/booking/mailto'
import { decodeSlot, encodeSlot, type TimeSlot } from '@/lib/booking/slots'
import { describeTimes, type ReplyFacts, writeReply } from '@/lib/content/replies'
import type { OfferFacts } from '@/lib/content/offer-mail'
import { dateAt, formatDate, formatTime } from '@/lib/dates'
import { withQuote } from '@/lib/quote'
import type { ReplyContext } from '@/lib/requests/queries'
import {
  answeredStatus,
  linkedTimes,
  LONGEST_REPLY,
  proposalPath,
  suggestTimes,
} from '@/lib/requests/replies'
import { type AdminRequest, nobodysTurn, type ReplyKind, withStatus } from '@/lib/requests/request'
import type { UsualLocation } from '@/lib/settings/schema'
import { ActionButton } from '../../_components/action-button'
import { useAuth } from '../../_components/auth-context'
import { useAdminAction } from '../../_components/use-admin-action'
import { sendReply } from './actions'
import { Changes } from './changes'
import { copyText } from '../../_components/copy-text'
import { ProposedTimes } from './proposed-times'
import { type ReplyDraft, restoreReply } from './reply-draft'

export interface ReplyComposerProps {
  request: AdminRequest
  /** What the text needs besides. */
  context: ReplyContext
  /** Whether the site sends mails. */
  mailed: boolean
  onAnswered: (request: AdminRequest) => void
  onRestored: (request: AdminRequest) => void
  draft: ReplyDraft
  keep: (draft: ReplyDraft | null) => void
  onDiscard: () => void
  /** Whether an answer of this kind still fits. */
  fits: boolean
  /** Whether the visitor can still change the call. */
  canChange: boolean
  /** Whether the call has begun, or is over. */
  isOver?: boolean
  /** What the mail is about that is not about the request itself. */
  offer?: OfferFacts
  /** Where this tab keeps the draft. */
  draftId?: string
  /** Where calls usually happen, of a call. */
  usual?: UsualLocation
}

/** The text of an answer, and how it goes out. */
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
  const field = useId()
  const textarea = useRef<HTMLTextAreaElement>(null)
  const me = useAuth().user?.email
  const { kind } = draft
  const free = context.free ?? []
  const times = timesOf(draft, free, request)
  const path = canChange ? context.link : null
  const { origin } = context
  const facts = { ...factsOf(request, kind, times, { origin, path, usual }), isOver, offer }
  const proposed = writeReply(kind, facts)
  const typed = draft.typed[kind]
  const body = typed ?? proposed.body
  const { gap } = proposed
  const isUnwritten = gap !== null && hasSameWords(body, proposed.body)
  // The kind whose text was to go out with its gap.
  const [invalid, setInvalid] = useState<ReplyKind | null>(null)
  const isInvalid = isUnwritten && invalid === kind
  const words = offer ? '' : (request.message ?? '')
  const about = aboutOf(facts)
  const isStale = typed !== undefined && (draft.about?.[kind] ?? about) !== about
  const earlier = draft.earlier?.[kind]

  function chooseTimes(next: TimeSlot[]) {
    const [before, after] = [facts, factsOf(request, kind, next, { origin, path, usual })].map(describeTimes)
    // In a text that was changed, only the times are replaced.
    const changed = typed !== undefined && { [kind]: replaceTimes(typed, before ?? '', after ?? '') }
    keep({ ...draft, times: next.map(encodeSlot), typed: { ...draft.typed, ...changed } })
  }

  function type(text: string) {
    const before = (typed !== undefined && draft.about?.[kind]) || about
    keep({ ...draft, typed: { ...draft.typed, [kind]: text }, about: { ...draft.about, [kind]: before } })
  }

  function keepText() {
    keep({ ...draft, about: { ...draft.about, [kind]: about } })
    focusText()
  }

  function takeNewText() {
    keep({
      ...draft,
      typed: { ...draft.typed, [kind]: undefined },
      earlier: { ...draft.earlier, [kind]: typed },
    })
    focusText()
  }

  function swapTexts() {
    keep({
      ...draft,
      typed: { ...draft.typed, [kind]: earlier },
      about: { ...draft.about, [kind]: about },
      earlier: { ...draft.earlier, [kind]: body },
    })
    focusText()
  }

  /** For who pressed a button that goes. */
  function focusText() {
    textarea.current?.focus()
  }

  /** Runs this with a text that says something; else it is said that it does not. */
  function ifWritten(act: () => void) {
    if (!isUnwritten) return act()
    setInvalid(kind)
    focusText()
    textarea.current?.setSelectionRange(gap, gap)
  }

  function goOn() {
    keep({ ...draft, revision: request.revision })
    focusText()
  }

  function ask(went: string) {
    keep({ ...draft, revision: seen, asked: true, went })
  }

  function send(text: { subject: string; body: string } | null) {
    const { id: replyId } = draft
    const revision = text ? seen : draft.revision
    const times = kind === 'propose' ? linkedTimes(text?.body ?? draft.went ?? '', path) : []
    run(() => sendReply({ id: request.id, replyId, revision, kind, text, times }), {
      failure: text ? 'Failed to send the reply' : 'Failed to save the answer',
      onResult(result) {
        if (!('message' in result)) return
        keep(null)
        onAnswered({ ...withStatus(request, answeredStatus(request, kind)), ...nobodysTurn })
      },
      onUndo: {
        onResult(result) {
          onRestored(request)
          // What was written is there again.
          if ('message' in result) restoreReply(draftId, draft, body)
        },
      },
    })
  }

  const changes = context.events.filter(
    ({ revision, actor }) => (revision ?? 0) > draft.revision && actor !== me,
  )
  // The revision that the text is about: nobody else has changed it since the draft's.
  const seen = changes.length === 0 ? Math.max(draft.revision, request.revision) : draft.revision
  return (
    <div className="mt-3 grid gap-3">
      {changes.length > 0 && (
        <Alert className="grid gap-2 text-sm">
          <p className="font-semibold">It was changed since you read it:</p>
          <Changes events={changes} />
          <Button size="sm" variant="outline" className="justify-self-start" onClick={goOn}>
            Go on
          </Button>
        </Alert>
      )}
      {isStale && changes.length === 0 && (
        <Alert className="grid gap-2 text-sm">
          <p>
            <b className="font-semibold">The call has changed since you wrote this text.</b>
            {request.type === 'booking' &&
              ` It is on ${formatDate(request.date)}, ${formatTime(request.start_time, true)}${facts.where ? `. Where: ${facts.where}` : ''}.`}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" variant="outline" onClick={takeNewText}>
              Take a new text
            </Button>
            <Button size="sm" variant="outline" onClick={keepText}>
              Keep mine
            </Button>
          </div>
        </Alert>
      )}
      {earlier !== undefined && !isStale && (
        <Button size="sm" variant="outline" className="justify-self-start" onClick={swapTexts}>
          Swap with the other text
        </Button>
      )}
      <p role="status" className="empty:hidden">
        {!fits && 'This no longer fits the request as it stands now.'}
        {context.free === null && 'The free times could not be read just now.'}
      </p>
      {kind === 'propose' && free.length > 0 && (
        <ProposedTimes free={free} times={times} onChange={chooseTimes} confirms={path !== null} />
      )}
      <p className="[overflow-wrap:anywhere]">
        <span className="text-muted-foreground">Subject:</span> {proposed.subject}
      </p>
      <div className="grid gap-1.5">
        <Label htmlFor={field}>Text</Label>
        <textarea
          ref={textarea}
          id={field}
          rows={8}
          maxLength={LONGEST_REPLY}
          value={body}
          readOnly={pending}
          aria-invalid={isInvalid}
          aria-describedby={isInvalid ? `${field}-problem` : undefined}
          onChange={(event) => type(event.target.value)}
          className={fieldVariants({ density: 'lines', className: 'max-h-96 min-h-40 text-sm' })}
        />
        {isInvalid && (
          <p id={`${field}-problem`} className="font-medium text-destructive">
            Write your answer first.
          </p>
        )}
      </div>
      <div className={changes.length > 0 || isStale ? 'hidden' : 'flex flex-wrap gap-2'}>
        {mailed && (
          <ActionButton
            size="sm"
            pending={pending || !fits}
            onClick={() => fits && ifWritten(() => send({ subject: proposed.subject, body }))}
          >
            Send
          </ActionButton>
        )}
        <Button size="sm" variant={mailed ? 'outline' : 'default'} asChild>
          <a
            href={mailReply(request.email, { subject: proposed.subject, body }, words)}
            onClick={(event) => {
              if (isUnwritten) event.preventDefault()
              ifWritten(() => ask(openedText(request.email, { subject: proposed.subject, body })))
            }}
          >
            Open in mail program
          </a>
        </Button>
        <Button
          size="sm"
          variant="outline"
          onClick={() =>
            ifWritten(() => {
              void copyText(withQuote(body, words), 'Text copied')
              ask(body)
            })
          }
        >
          Copy text
        </Button>
        <Button size="sm" variant="ghost" onClick={onDiscard}>
          Discard
        </Button>
      </div>
      <p className="text-muted-foreground">
        {mailed && 'Sent in a minute, so that you can undo it. '}
        {words &&
          `${mailed ? 'The email' : 'A mail program'} quotes what they wrote below your text, cut if it is long; the copy has all of it.`}
      </p>
      {draft.asked && changes.length === 0 && (
        <div role="group" aria-label="Sent?" className="grid gap-2 rounded-lg bg-muted p-3">
          <p role="status">
            <b className="font-semibold">Sent?</b> {describeYes(request, kind, mailed)}
          </p>
          <div className="flex gap-2">
            <ActionButton size="sm" pending={pending || !fits} onClick={() => fits && send(null)}>
              Yes, it went out
            </ActionButton>
            <Button
              size="sm"
              variant="outline"
              onClick={() => {
                keep({ ...draft, asked: false })
                focusText()
              }}
            >
              No
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}

/** The chosen times that are still free, or the suggested ones. */
function timesOf({ kind, times }: ReplyDraft, free: TimeSlot[], request: AdminRequest): TimeSlot[] {
  if (kind !== 'propose') return []
  if (!times) return suggestTimes(free, request)
  const chosen = times.flatMap((time) => decodeSlot(time, dateAt()) ?? [])
  return chosen.filter(({ id, date }) => free.some((slot) => slot.id === id && slot.date === date))
}

function factsOf(
  request: AdminRequest,
  kind: ReplyKind,
  times: TimeSlot[],
  { origin, path, usual }: { origin: string; path: string | null; usual: UsualLocation | undefined },
): ReplyFacts {
  const call = request.type === 'booking' ? request : null
  const { location: place = null, phone = null } = call ?? {}
  return {
    name: request.name,
    call,
    where:
      call && usual && (call.status === 'confirmed' || kind === 'confirm')
        ? locationText({ location: place, phone }, usual)
        : null,
    wroteOn: dateAt(new Date(request.created_at)),
    link: path && origin + path,
    times: times.map((time) => ({ ...time, link: origin + proposalPath(time, path) })),
  }
}

/** What an answer says of the call: a text that was written about another one is not up to date. */
function aboutOf({ call, where }: ReplyFacts): string {
  return call ? `${call.date} ${call.start_time} ${where ?? ''}` : ''
}

/** Whether two texts differ in nothing but white space. */
function hasSameWords(one: string, other: string): boolean {
  return one.replace(/\s/g, '') === other.replace(/\s/g, '')
}

function replaceTimes(text: string, before: string, after: string): string {
  if (before && text.includes(before)) return text.replace(before, () => after)
  return after ? `${text}\n\n${after}` : text
}

/** What a yes does. */
function describeYes(request: AdminRequest, kind: ReplyKind, mailed: boolean): string {
  const status = answeredStatus(request, kind)
  const sets = status === request.status ? 'notes the answer' : `sets it to ${status}`
  const mails = mailed && request.type === 'booking' && status !== request.status
  return `Yes ${sets}${request.owner ? '' : ', and you look after it'}.${mails ? ' The site’s own email about that goes as well.' : ''}`
}
