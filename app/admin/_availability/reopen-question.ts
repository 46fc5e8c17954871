import { MAX_NAMED } from '@/lib/availability/schema'
import { formatDate, formatTimeRange } from '@/lib/dates'
import type { ClosedCall } from '@/lib/requests/asking'
import { requestPath } from '@/lib/paths'
import type { ActionResult, FollowUp } from '../action-result'

/**
 * Asks before dates reopen, if visitors (`asked`) were asked for another time and have not answered. If
 * confirmed, the follow-up action `action` runs with the last parameter as its input.
 */
export function reopenQuestion(
  asked: ClosedCall[],
  dates: string,
  action: string,
  { agreed = [], ...input }: { agreed?: string[] } & Record<string, unknown>,
): ActionResult {
  const named = asked.slice(0, MAX_NAMED)
  const more = asked.length - named.length
  const open = (keeps: boolean): FollowUp => [
    action,
    { ...input, agreed: [...new Set([...named.map(({ id }) => id), ...agreed])].slice(0, MAX_NAMED), keeps },
  ]
  return {
    question: {
      title: `Open ${dates} again?`,
      lines: [
        {
          text:
            asked.length === 1
              ? '1 person was asked for another time and has not answered:'
              : `${asked.length} people were asked for another time and have not answered:`,
        },
        ...named.map(({ id, name, date, start_time, end_time }) => ({
          name,
          text: `, ${formatDate(date)}, ${formatTimeRange(start_time, end_time)}`,
          href: requestPath(id),
        })),
        ...(more > 0 ? [{ text: `and ${more} more` }] : []),
        {
          text: 'Keep their times tells them that the call stays when it was. Else their page goes on asking for another time.',
        },
      ],
      no: 'Keep it closed',
      other: 'Open only',
      yes: 'Keep their times',
    },
    yes: open(true),
    other: open(false),
  }
}
