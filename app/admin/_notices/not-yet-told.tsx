'use client'

import Link from 'next/link'
import { useRef, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { fieldVariants } from '@/components/ui/field-variants'
import { useSavedText } from '@/components/use-saved-text'
import { readStorage, writeStorage } from '@/lib/browser-storage'
import { writeClipboard } from '@/lib/clipboard'
import { closedText, LONGEST_CLOSED_TEXT, changeText } from '@/lib/content/call-changes'
import { formatShortDate, formatTime } from '@/lib/dates'
import type { SeenCall, CallToTell } from '@/lib/mail/calls-to-tell'
import { paths } from '@/lib/paths'
import { copyLink } from '../_requests/actions'
import { notCopied } from '../_requests/copy-text'
import { type RunOptions, useAdminAction } from '../_components/use-admin-action'
import type { ActionResult } from '../action-result'
import { noteTold, sendToUntold, tellVisitors } from './actions'
import { NoticeButton } from './notice-button'
import { untoldMail } from './untold-mail'

interface NotYetToldProps {
  calls: CallToTell[]
  /** Whether mails are sent. If not, the studio tells people itself. */
  mailed: boolean
  /** Whether they reach people: not when they are saved as files. */
  sends: boolean
}

/** How many calls are shown until the list is expanded. */
const SHOWN = 5
const FIELDS = ['closed'] as const
/** Where this tab keeps what is typed about closed dates. */
const CLOSED_TEXT = 'closed-text'

/** The calls whose visitors do not know what was changed, each with a text to send them. */
export function NotYetTold({ calls, mailed, sends }: NotYetToldProps) {
  const form = useRef<HTMLFormElement>(null)
  // What stood in the texts that were taken: that is what people are told, whatever changes meanwhile.
  const [taken, setTaken] = useState<Record<string, SeenCall>>({})
  const [changed, setChanged] = useState<string[]>([])
  // What was typed about those who were told last: it is there again when that is undone.
  const toldText = useRef<string | null>(null)
  if (calls.length === 0) return null
  const closed = calls.filter(({ change }) => change === 'closed').length
  const elsewhere = calls.filter(({ change }) => change === 'location').map(({ id }) => id)
  const typed = () => {
    const text = form.current && new FormData(form.current).get('closed')
    return typeof text === 'string' ? text.trim() : ''
  }
  const write = (call: CallToTell, url: string | null) => {
    setTaken((before) => ({ ...before, [call.id]: shownOf(call) }))
    return changeText(call, url, typed() || undefined)
  }
  const known = (call: CallToTell) => taken[call.id] ?? shownOf(call)
  const send = (some: SeenCall[]) => sendToUntold(some, typed())
  const sendable = sends ? calls.filter(canSend).map(shownOf) : []
  const noteResult = (ids: string[]) => (result: ActionResult) => {
    if (!('message' in result) && !('failedIds' in result)) return
    setTaken((before) => Object.fromEntries(Object.entries(before).filter(([id]) => !ids.includes(id))))
    setChanged(('failedIds' in result && result.failedIds) || [])
    const closedCalls = calls.filter(({ change }) => change === 'closed')
    if (!('message' in result) || !closedCalls.some(({ id }) => ids.includes(id))) return
    toldText.current = readStorage('sessionStorage', CLOSED_TEXT)
    // The next closing has other words.
    if (closedCalls.every(({ id }) => ids.includes(id))) writeStorage('sessionStorage', CLOSED_TEXT, null)
  }
  const onUndo = {
    onStart() {
      if (!form.current) writeStorage('sessionStorage', CLOSED_TEXT, toldText.current)
    },
  }
  const list = (some: CallToTell[], label: string) => (
    <ul aria-label={label} className="grid gap-3">
      {some.map((call) => (
        <Call
          key={call.id}
          {...{ call, write, onUndo }}
          onResult={noteResult([call.id])}
          known={known(call)}
          send={sends && canSend(call) ? send : undefined}
          isChanged={changed.includes(call.id)}
        />
      ))}
    </ul>
  )
  return (
    <Alert className="grid gap-3 text-sm">
      <div>
        <h2 className="font-semibold">Not yet told</h2>
        <p>
          {calls.length === 1
            ? 'The visitor of 1 call does not know what was changed.'
            : `The visitors of ${calls.length} calls do not know what was changed.`}{' '}
          {mailed
            ? 'No email about it is on its way.'
            : 'No mail server is set up: send each the text, and say when they know.'}
        </p>
      </div>
      {closed > 0 && <ClosedText form={form} count={closed} />}
      {list(calls.slice(0, SHOWN), 'Calls whose visitors are not yet told')}
      {calls.length > SHOWN && (
        <details>
          <summary className="w-fit rounded py-1 font-medium">
            {calls.length - SHOWN === 1 ? '1 more call' : `${calls.length - SHOWN} more calls`}
          </summary>
          <div className="mt-2">{list(calls.slice(SHOWN), 'More calls whose visitors are not yet told')}</div>
        </details>
      )}
      {calls.length > 1 || (mailed && elsewhere.length > 0) ? (
        <div className="flex flex-wrap gap-2">
          {sendable.length > 1 && (
            <NoticeButton
              action={send}
              ids={sendable}
              failure="Failed to send it"
              onResult={noteResult(calls.map(({ id }) => id))}
              onUndo={onUndo}
            >
              Send to all {sendable.length}
            </NoticeButton>
          )}
          {mailed && elsewhere.length > 0 && (
            <NoticeButton action={tellVisitors} ids={elsewhere} failure="Failed to tell them">
              Tell them
            </NoticeButton>
          )}
          {calls.length > 1 && (
            <NoticeButton
              action={noteTold}
              ids={calls.map(known)}
              failure="Failed to take the notice away"
              onResult={noteResult(calls.map(({ id }) => id))}
              onUndo={onUndo}
            >
              Told all {calls.length}
            </NoticeButton>
          )}
        </div>
      ) : null}
    </Alert>
  )
}

/** What is said to everybody on closed dates. It is mounted anew whenever there is somebody. */
function ClosedText({ form, count }: { form: React.RefObject<HTMLFormElement | null>; count: number }) {
  const { saveText } = useSavedText(form, CLOSED_TEXT, FIELDS)
  return (
    <form ref={form} onInput={saveText} onSubmit={(event) => event.preventDefault()} className="grid gap-1.5">
      <label className="grid gap-1.5">
        <span className="font-medium">
          {count === 1
            ? 'What you tell the one on a closed date'
            : `What you tell all ${count} on closed dates`}
        </span>
        <textarea
          name="closed"
          rows={2}
          maxLength={LONGEST_CLOSED_TEXT}
          placeholder={closedText}
          aria-describedby="closed-hint"
          className={fieldVariants({ density: 'lines', className: 'max-h-60 min-h-16 text-sm' })}
        />
      </label>
      <p id="closed-hint" className="text-muted-foreground">
        Everybody’s text has their own name, call and link to move it. Their calls stand as they were.
      </p>
    </form>
  )
}

interface CallProps {
  call: CallToTell
  /** Writes the text for its visitor. */
  write: (call: CallToTell, url: string | null) => string
  /** What its visitor knows once they are told: what stood in the text, if that was taken. */
  known: SeenCall
  /** Mails it; absent when the site does not. */
  send?: (calls: SeenCall[]) => Promise<ActionResult>
  /** Whether it was changed since its visitor was told. */
  isChanged: boolean
  onResult: (result: ActionResult) => void
  onUndo: RunOptions['onUndo']
}

function Call({ call, write, known, send, isChanged, onResult, onUndo }: CallProps) {
  const { id, name, phone, hasLink } = call
  const { run, pending } = useAdminAction()

  /** Writes the text with the visitor's link; their history says who took that. */
  async function withText(
    send: (text: string) => ActionResult | Promise<ActionResult>,
  ): Promise<ActionResult> {
    if (!hasLink) return send(write(call, null))
    const result = await copyLink(id)
    if (!('copy' in result) || !result.copy) return result
    return send(write(call, result.copy))
  }
  const copy = () =>
    withText(async (text) =>
      (await writeClipboard(text)) ? { message: `Text for ${name} copied` } : notCopied(text),
    )
  const mail = () =>
    withText((text) => {
      location.href = untoldMail(call, text)
      return { message: `Email to ${name} opened` }
    })

  return (
    <li className="grid gap-1.5 [overflow-wrap:anywhere]">
      <span>
        <Link
          href={`${paths.admin}?id=${id}`}
          prefetch={false}
          scroll={false}
          className="font-semibold text-brand underline underline-offset-3"
        >
          <bdi>{name}</bdi>
        </Link>
        , {shortTime(call)}: {describeChange(call)}
        {phone && (
          <>
            {' · '}
            <a href={`tel:${phone}`} className="text-brand underline underline-offset-3">
              {phone}
            </a>
          </>
        )}
      </span>
      {isChanged && <p className="font-medium">It was changed since: tell them again how it stands now.</p>}
      {!isChanged && !isSame(known, shownOf(call)) && (
        <p className="font-medium">
          It was changed since you took the text: tell them again how it stands now.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {send && (
          <NoticeButton
            aria-label={`Send to ${name}`}
            action={send}
            ids={[shownOf(call)]}
            failure="Failed to send it"
            onResult={onResult}
            onUndo={onUndo}
          >
            Send
          </NoticeButton>
        )}
        <Button
          size="xs"
          variant="outline"
          aria-label={`Copy text for ${name}`}
          aria-disabled={pending}
          onClick={() => run(copy, { failure: 'Failed to copy the text' })}
        >
          Copy text
        </Button>
        <Button
          size="xs"
          variant="outline"
          aria-label={`Write an email to ${name}`}
          aria-disabled={pending}
          onClick={() => run(mail, { failure: 'Failed to write the email' })}
        >
          Write an email
        </Button>
        <NoticeButton
          aria-label={`Told ${name}`}
          action={noteTold}
          ids={[known]}
          failure="Failed to take the notice away"
          onResult={onResult}
          onUndo={onUndo}
        >
          Told them
        </NoticeButton>
      </div>
    </li>
  )
}

function shownOf({ id, state }: CallToTell): SeenCall {
  return { id, state }
}

function isSame(one: SeenCall, other: SeenCall): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Where it happens is told by a mail of its own, with the calendar file. */
function canSend({ change }: CallToTell): boolean {
  return change !== 'location'
}

function describeChange({ change, was, before, now }: CallToTell): string {
  if (change === 'first') return 'they have not been told of it'
  if (change === 'cancelled') return 'cancelled'
  if (change === 'moved') return was ? `moved from ${shortTime(was)}` : 'moved'
  if (change === 'closed') return 'its date was closed; the call stands'
  if (change === 'restored') return 'it stands again, as it was'
  return `told “${before}”, now “${now}”`
}

function shortTime({ date, start_time }: { date: string; start_time: string }): string {
  return `${formatShortDate(date)}, ${formatTime(start_time, true)}`
}
