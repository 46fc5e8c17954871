import 'server-only'
import { formatTimestamp } from '@/lib/dates'
import type { ChangedRequest } from '@/lib/requests/one-request'
import type { SettableStatus } from '@/lib/requests/request'
import type { Question } from '../action-result'
import { describeEvent } from './describe-event'
import { statusVerbs } from './labels'

/** Without `status`, or if the request has this status already, the dialog only informs. */
export function conflictQuestion(
  { events, status: present }: ChangedRequest,
  status?: SettableStatus,
): Question {
  return {
    title: 'It was changed since you read it',
    lines: events.map((event) => ({ text: `${describeEvent(event)}, ${formatTimestamp(event.at)}` })),
    no: status ? 'Leave it as it is' : 'Read it again',
    ...(status &&
      present !== status && { yes: `${statusVerbs[status]} all the same`, destroys: status === 'cancelled' }),
  }
}
