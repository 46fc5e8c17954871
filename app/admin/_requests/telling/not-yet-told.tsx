'use client'

import { Alert } from '@/components/ui/alert'
import { fieldVariants } from '@/components/ui/field-variants'
import { useHydrated } from '@/components/use-hydrated'
import { closedText, MAX_CLOSED_TEXT } from '@/lib/content/call-changes'
import type { CallToTell } from '@/lib/mail/calls-to-tell'
import { RequestLink } from '../../_components/request-link'
import { markKnown, tellVisitors } from './actions'
import { NoticeButton } from '../../_components/notice-button'
import { seenOf, useCallsToTell } from './calls-to-tell'
import { canSend, shortTime, CallToTellItem } from './call-to-tell-item'

/** How many calls are shown until the list is expanded. */
const SHOWN = 5

/**
 * The calls whose visitors do not know what was changed, each with a text to send them. `mailed` is
 * whether mails are sent; if not, the studio tells people itself.
 */
export function NotYetTold({ mailed }: { mailed: boolean }) {
  const { calls, sends, knownState, send, noteResult, onUndo } = useCallsToTell()
  if (calls.length === 0) return null
  const closed = calls.filter(({ change }) => change === 'closed').length
  const elsewhere = calls.filter(({ change }) => change === 'location').map(({ id }) => id)
  const sendable = sends ? calls.filter(canSend).map(seenOf) : []
  const list = (some: CallToTell[], label: string) => (
    <ul aria-label={label} className="grid gap-3">
      {some.map((call) => (
        <li key={call.id}>
          <CallToTellItem call={call}>
            <RequestLink id={call.id}>
              <bdi>{call.name}</bdi>
            </RequestLink>
            , {shortTime(call)}:{' '}
          </CallToTellItem>
        </li>
      ))}
    </ul>
  )
  return (
    <Alert className="grid gap-3 text-sm">
      <div>
        <h2 id="not-yet-told" tabIndex={-1} className="scroll-mt-16 font-semibold">
          Not yet told
        </h2>
        <p>
          <span>
            {calls.length === 1
              ? 'The visitor of 1 call does not know what was changed. '
              : `The visitors of ${calls.length} calls do not know what was changed. `}
          </span>
          <span>
            {mailed
              ? 'No email about it is on its way.'
              : 'No mail server is set up: send each the text, and say when they know.'}
          </span>
        </p>
      </div>
      {closed > 0 && <ClosedText count={closed} />}
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
              {`Send to all ${sendable.length}`}
            </NoticeButton>
          )}
          {mailed && elsewhere.length > 0 && (
            <NoticeButton action={tellVisitors} ids={elsewhere} failure="Failed to tell them">
              Tell them
            </NoticeButton>
          )}
          {calls.length > 1 && (
            <NoticeButton
              action={markKnown}
              ids={calls.map(knownState)}
              failure="Failed to take the notice away"
              onResult={noteResult(calls.map(({ id }) => id))}
              onUndo={onUndo}
            >
              {`Told all ${calls.length}`}
            </NoticeButton>
          )}
        </div>
      ) : null}
    </Alert>
  )
}

/** What is said to everybody on closed dates. */
function ClosedText({ count }: { count: number }) {
  const { closed, setClosed } = useCallsToTell()
  const hydrated = useHydrated()
  return (
    <div className="grid gap-1.5">
      <label className="grid gap-1.5">
        <span className="font-medium">
          {count === 1
            ? 'What you tell the one on a closed date'
            : `What you tell all ${count} on closed dates`}
        </span>
        <textarea
          rows={2}
          maxLength={MAX_CLOSED_TEXT}
          placeholder={closedText}
          value={closed}
          readOnly={!hydrated} // what is typed before would be lost
          onChange={({ target }) => setClosed(target.value)}
          aria-describedby="closed-hint"
          className={fieldVariants({ density: 'lines', className: 'max-h-60 min-h-16 text-sm' })}
        />
      </label>
      <p id="closed-hint" className="text-muted-foreground">
        Everybody’s text has their own name, call and link to move it. Their calls stand as they were.
      </p>
    </div>
  )
}
