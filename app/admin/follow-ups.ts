'use server'

import type { ActionResult, FollowUp } from './action-result'
import * as dates from './_hours/date-actions'
import * as slots from './_hours/slot-actions'
import * as weekly from './_hours/weekly-actions'
import * as steps from './_first-steps/actions'
import * as calls from './_requests/calls/call-actions'
import * as list from './_requests/status/actions'
import * as undo from './_requests/undo-actions'
import * as settings from './settings/actions'

/** A method, so that its input can be of any type: each action parses its input. */
interface Runnable {
  run(input: unknown): Promise<ActionResult>
}

/** A name must not change, because an open page can be older than the server. */
const followUps: Record<string, Runnable['run']> = {
  ...{ ...dates, ...slots, ...weekly },
  ...{ ...calls, ...list, ...undo, ...settings },
  putStepsAway: steps.putStepsAway,
}

/** The action checks the caller and its input. An unknown name comes from a page of another version. */
export async function runFollowUp(followUp: FollowUp): Promise<ActionResult> {
  const [name, input] = Array.isArray(followUp) ? followUp : []
  const action = name !== undefined && Object.hasOwn(followUps, name) ? followUps[name] : undefined
  return action ? action(input) : { kind: 'failed', failed: 'It was not done', isOutdated: true }
}
