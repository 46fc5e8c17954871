'use server'

import { dateAt, formatDate, formatTime, siteDate } from '@/lib/dates'
import * as commands from '@/lib/requests/call-commands'
import { callForCaller, type CallForCaller, callMove, type CallMove } from '@/lib/requests/call-schema'
import { UserError } from '@/lib/user-error'
import type { ActionResult, Question } from '../action-result'
import { logFailure, runAdminAction } from '../run-admin-action'
import { describeEvent } from './request-history'

/** The free times of a date (`YYYY-MM-DD`), also of today; null when they cannot be read. */
export async function readFreeTimes(date: string): Promise<commands.FreeTime[] | null> {
  if (!siteDate(date, dateAt())) return []
  try {
    return await commands.listFreeTimes(date)
  } catch (error) {
    logFailure('Failed to fetch time slots.', error)
    return null
  }
}

/** Moves a call. Asks about a time that is not offered, unless `outside` says that it is meant. */
export async function moveCall(input: CallMove): Promise<ActionResult> {
  const failure = 'Failed to move the call'
  return runAdminAction(failure, async () => {
    const parsed = callMove.safeParse(input)
    if (!parsed.success) throw new UserError(failure, parsed.error.issues[0]?.message)
    const move = parsed.data
    try {
      await commands.moveCall(move, describeEvent)
    } catch (error) {
      if (error instanceof commands.OutsideHours)
        return { question: outsideQuestion(error.why), yes: ['moveCall', { ...move, outside: true }] }
      throw error
    }
    const { id, seen, date, start_time, end_time } = move
    const { status, ...before } = seen
    return {
      message: `Call moved to ${formatDate(date)}, ${formatTime(start_time, true)}`,
      undo: ['moveCall', { id, seen: { status, date, start_time, end_time }, ...before, outside: true }],
    }
  })
}

/** Books a call for somebody, as {@link moveCall}. The result's field is the one that is wrong. */
export async function bookCall(input: CallForCaller): Promise<ActionResult> {
  return runAdminAction('Failed to book the call', async () => {
    const parsed = callForCaller.safeParse(input)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      const problem = (issue?.message ?? '').replace(/^Your/, 'The')
      return { problem, field: String(issue?.path[0] ?? '') }
    }
    try {
      await commands.bookCall(parsed.data)
    } catch (error) {
      if (error instanceof commands.OutsideHours)
        return { question: outsideQuestion(error.why), yes: ['bookCall', { ...input, outside: true }] }
      throw error
    }
    const { name, date, start_time } = parsed.data
    return `Booked and confirmed for ${name}: ${formatDate(date)}, ${formatTime(start_time, true)}`
  })
}

/** Asks whether a time that is not offered is meant. */
function outsideQuestion(why: commands.NotOffered): Question {
  const no = 'Choose another time'
  if (why === 'outside')
    return {
      title: 'Outside your hours?',
      lines: [{ text: 'This time is outside your hours. Visitors are not offered it, also later.' }],
      ...{ no, yes: 'Yes, outside our hours' },
    }
  return {
    title: 'On a closed date?',
    lines: [
      { text: `This date is closed${why.closed ? `: ${why.closed}` : ''}. It stays closed for visitors.` },
    ],
    ...{ no, yes: 'Yes, on a closed date' },
  }
}
