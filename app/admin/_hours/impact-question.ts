import { type Impact, namedIn } from '@/lib/hours/impact'
import { formatDate, formatTimeRange } from '@/lib/dates'
import { requestPath } from '@/lib/paths'
import type { ActionResult, Question, QuestionLine } from '../action-result'

interface Words {
  title: string
  yes: string
  explain?: string
}

/** If confirmed, `action` runs with `input`, and with the ids of the affected bookings as `agreed`. */
export function impactQuestion(
  impact: Impact,
  { title, yes, explain }: Words,
  [action, input]: [name: string, input: object],
): ActionResult {
  const { total } = impact
  const stay = total === 1 ? 'It stays as it is' : 'They stay as they are'
  const lines = total === 0 ? [] : listBookings(impact, `these times. ${stay}; only new bookings stop.`)
  return {
    kind: 'question',
    question: {
      ...{ title, no: 'Keep as it is', yes, destroys: true },
      lines: [...(explain ? [{ text: explain }] : []), ...lines],
    },
    yes: [action, { ...input, agreed: namedIn(impact) }],
  }
}

/** Without `yes`, because the slot cannot be deleted. */
export function inUseQuestion(impact: Impact, time: string): Question {
  const why =
    impact.total === 0
      ? [{ text: 'A booking was made on it, so it has to stay.' }]
      : listBookings(impact, 'this time, so it has to stay.')
  return {
    title: `${time} cannot be deleted`,
    no: 'Close',
    lines: [
      { text: 'Failed to delete time slot. It might be in use.' },
      ...why,
      { text: 'Take it off its weekdays instead: nobody can book it then.' },
    ],
  }
}

function listBookings({ bookings, total }: Impact, where: string): QuestionLine[] {
  const more = total - bookings.length
  return [
    { text: `${total === 1 ? '1 booking is' : `${total} bookings are`} at ${where}` },
    ...bookings.map(({ id, name, date, start_time, end_time }) => ({
      name,
      text: `, ${formatDate(date)}, ${formatTimeRange(start_time, end_time)}`,
      href: requestPath(id),
    })),
    ...(more > 0 ? [{ text: `and ${more} more` }] : []),
  ]
}
