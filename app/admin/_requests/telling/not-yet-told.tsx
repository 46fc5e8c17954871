'use client'

import { Alert } from '@/components/ui/alert'
import type { CallToTell } from '@/lib/mail/calls-to-tell'
import { RequestLink } from '../../_components/request-link'
import { markKnown, tellVisitors } from './actions'
import { NoticeButton } from '../../_components/notice-button'
import { useCallsToTell } from './calls-to-tell'
import { shortTime, CallToTellItem } from './call-to-tell-item'

/** How many calls are shown until the list is expanded. */
const SHOWN = 5

/**
 * The calls whose visitors do not know what was changed, each with a text to send them. `mailed` is
 * whether mails are sent; if not, the studio tells people itself.
 */
export function NotYetTold({ mailed }: { mailed: boolean }) {
  const { calls, knownState, noteResult } = useCallsToTell()
  if (calls.length === 0) return null
  const elsewhere = calls.filter(({ change }) => change === 'location').map(({ id }) => id)
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
            >
              {`Told all ${calls.length}`}
            </NoticeButton>
          )}
        </div>
      ) : null}
    </Alert>
  )
}
