'use server'

import * as commands from '@/lib/requests/closed-calls'
import { PROPOSED } from '@/lib/requests/replies'
import { callsToAsk, type CallsToAsk, requestId } from '@/lib/requests/schema'
import { type ActionResult, undoOf } from '../../action-result'
import { runAdminAction } from '../../run-admin-action'

const CHANGED = 'The list shows how they stand now.'

/** Asks the visitors of these calls on closed dates for another time. */
export async function askForTimes(input: CallsToAsk): Promise<ActionResult> {
  const failure = 'Nobody was asked'
  return runAdminAction(failure, async () => {
    const seen = callsToAsk.parse(input)
    const asked = await commands.askForTimes(seen)
    const left = seen.length - asked.length
    if (asked.length === 0) return { kind: 'failed', failed: failure, detail: CHANGED }
    const people = commands.countPeople(asked)
    const times = asked.every((call) => call.times === PROPOSED) ? 'three free times and ' : ''
    return {
      kind: 'done',
      message: `${people} ${people === '1 person' ? 'is' : 'are'} asked for another time`,
      detail: `Each gets ${times}their link.${left > 0 ? ` ${left} left out. ${CHANGED}` : ''}`,
      undo: undoOf(
        'asked',
        asked.map(({ act }) => act),
      ),
    }
  })
}

/** Keeps a call at its time. A visitor who was asked for another time gets a mail that the call stays. */
export async function keepCall(id: string): Promise<ActionResult> {
  return runAdminAction('Failed to keep the time', async () => {
    const kept = await commands.keepCall(requestId.parse(id))
    return { kind: 'done', message: 'The call stays when it was', undo: undoOf('kept', kept) }
  })
}
