'use server'

import { describeBusy } from '@/lib/content/calendars'
import { formatDate, formatTime } from '@/lib/dates'
import * as commands from '@/lib/requests/call-commands'
import { callForCaller, type CallForCaller, callMove, type CallMove } from '@/lib/requests/call-schema'
import { setLocation } from '@/lib/requests/commands'
import { type LocationChange, locationChange } from '@/lib/requests/schema'
import { type ActionResult, type Question, undoOf } from '../../action-result'
import { parseInput } from '../../parse-input'
import { runAdminAction } from '../../run-admin-action'
import { describeEvent } from '../describe-event'

/** Moves a call. If visitors are not offered the new time, asks first, unless `outside` is true. */
export async function moveCall(input: CallMove): Promise<ActionResult> {
  const failure = 'Failed to move the call'
  return runAdminAction(failure, async () => {
    const move = parseInput(callMove, input, failure)
    let revision: number | null
    try {
      revision = await commands.moveCall(move, describeEvent)
    } catch (error) {
      if (error instanceof commands.OutsideHours)
        return {
          kind: 'question',
          question: outsideQuestion(error),
          yes: ['moveCall', { ...move, outside: true }],
        }
      throw error
    }
    const { id, name, date, start_time } = move
    return {
      kind: 'done',
      message: `${name}’s call moved to ${formatDate(date)}, ${formatTime(start_time, true)}`,
      undo: undoOf('booking', revision === null ? [] : [{ id, name, revision }]),
    }
  })
}

/**
 * Books a call for a person on the phone. Asks first, like {@link moveCall}. If `requestId` has already
 * booked another call, the result's `field` is 'requestId', and `request` is that call's id.
 */
export async function bookCall(input: CallForCaller): Promise<ActionResult> {
  return runAdminAction('Failed to book the call', async () => {
    const parsed = callForCaller.safeParse(input)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      const problem = (issue?.message ?? '').replace(/^Your/, 'The')
      return { kind: 'invalid', problem, field: String(issue?.path[0] ?? '') }
    }
    const { name, date, start_time } = parsed.data
    try {
      const id = await commands.bookCall(parsed.data)
      if (typeof id !== 'string') {
        const { date, start_time, status } = id
        const when = `${formatDate(date)}, ${formatTime(start_time, true)}`
        const since = status === 'cancelled' ? ', cancelled since' : ''
        return {
          kind: 'invalid',
          problem: `A call was booked from this form: ${when}${since}.`,
          field: 'requestId',
          request: id.id,
        }
      }
      return {
        kind: 'done',
        message: `Booked and confirmed for ${name}: ${formatDate(date)}, ${formatTime(start_time, true)}`,
        // Undo within the first minute also prevents the mail to the caller.
        undo: undoOf('booked', [{ id, name, revision: 0 }]),
      }
    } catch (error) {
      if (error instanceof commands.OutsideHours)
        return {
          kind: 'question',
          question: outsideQuestion(error),
          yes: ['bookCall', { ...input, outside: true }],
        }
      throw error
    }
  })
}

function outsideQuestion({ why, busy }: commands.OutsideHours): Question {
  const no = 'Choose another time'
  const calendars = busy.map((calendar) => ({ text: describeBusy(calendar) }))
  if (why === 'busy')
    return { title: 'At a busy time?', lines: calendars, ...{ no, yes: 'Yes, at this time' } }
  if (why === 'outside')
    return {
      title: 'Outside your hours?',
      lines: [
        { text: 'This time is outside your hours. Visitors are not offered it, also later.' },
        ...calendars,
      ],
      ...{ no, yes: 'Yes, outside our hours' },
    }
  return {
    title: 'On a closed date?',
    lines: [
      { text: `This date is closed${why.closed ? `: ${why.closed}` : ''}. It stays closed for visitors.` },
      ...calendars,
    ],
    ...{ no, yes: 'Yes, on a closed date' },
  }
}

export async function changeLocation(input: LocationChange): Promise<ActionResult> {
  return runAdminAction('Failed to save the location', async () => {
    await setLocation(locationChange.parse(input))
    return 'Location saved'
  })
}
