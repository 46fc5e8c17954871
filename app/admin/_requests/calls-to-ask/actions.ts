'use server'

import { askForTimes as sendProposals, countPeople } from '@/lib/requests/closed-calls'
import { PROPOSED } from '@/lib/requests/replies'
import { callsToAsk, requestId } from '@/lib/requests/schema'
import { undoOf } from '../../action-result'
import { adminAction } from '../../admin-action'

const CHANGED = 'The list shows how they stand now.'
const NOT_ASKED = 'Nobody was asked'

export const askForTimes = adminAction(callsToAsk, NOT_ASKED, async (seen, supabase) => {
  const asked = await sendProposals(supabase, seen)
  const left = seen.length - asked.length
  if (asked.length === 0) return { kind: 'failed', failed: NOT_ASKED, detail: CHANGED }
  const people = countPeople(asked)
  const times = asked.every((call) => call.times === PROPOSED) ? 'three free times and ' : ''
  return {
    kind: 'done',
    message: `${people} ${people === '1 person' ? 'is' : 'are'} asked for another time`,
    detail: `Each gets ${times}their link.${left > 0 ? ` ${left} left out. ${CHANGED}` : ''}`,
    undo: undoOf(
      'asked',
      asked.map(({ id, revision }) => ({ id, revision })),
    ),
  }
})

/** A visitor who was asked for another time gets a mail that the call stays. */
export const keepCall = adminAction(requestId, 'Failed to keep the time', async (id, supabase) => {
  const { data } = await supabase.rpc('keep_call', { p_booking_id: id }).throwOnError()
  const undo = undoOf('kept', [{ id, revision: data }]) // null if the call is kept already
  return { kind: 'done', message: 'The call stays when it was', undo }
})
