import 'server-only'
import { formatTimestamp } from '@/lib/dates'
import type { ChangedRequest } from '@/lib/requests/details'
import type { SettableStatus } from '@/lib/requests/request'
import type { Question } from '../action-result'
import { describeEvent } from './describe-event'
import { verbs } from './labels'

/**
 * Lists others' changes of a request since it was read, and asks before setting `status`. It only informs
 * without `status`, or if the request has it already.
 */
export function conflictQuestion(
  { events, status: present }: ChangedRequest,
  status?: SettableStatus,
): Question {
  return {
    title: 'It was changed since you read it',
    lines: events.map((event) => ({ text: `${describeEvent(event)}, ${formatTimestamp(event.at)}` })),
    no: status ? 'Leave it as it is' : 'Read it again',
    ...(status &&
      present !== status && { yes: `${verbs[status]} all the same`, destroys: status === 'cancelled' }),
  }
}
