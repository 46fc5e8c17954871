'use server'

import { z } from 'zod'
import { MAX_CLOSED_TEXT } from '@/lib/content/call-changes'
import type { SeenCall } from '@/lib/mail/calls-to-tell'
import * as commands from '@/lib/mail/commands'
import { atMost, cleanText } from '@/lib/text'
import { UserError } from '@/lib/user-error'
import type { ActionResult, Failure, Next } from '../../action-result'
import { runAdminAction } from '../../run-admin-action'

const shownCalls = z
  .array(
    z.object({
      id: z.guid(),
      state: z.object({
        status: z.string().max(20),
        date: z.iso.date(),
        start_time: z.iso.time({ precision: -1 }),
        end_time: z.iso.time({ precision: -1 }),
        location: z.string().max(500).nullable(),
        wording: z.string().max(1000).nullable(),
        closed: z.iso.date().optional(),
        late: z.literal(true).optional(),
      }),
    }),
  )
  .min(1)
  .max(1000)
const closedWords = z
  .string()
  .transform(cleanText)
  .refine(...atMost(MAX_CLOSED_TEXT))
const ids = z.array(z.guid()).min(1).max(1000)

/** Mails the visitors of these bookings where their calls happen now. */
export async function tellVisitors(input: string[]): Promise<ActionResult> {
  const failure = 'Failed to tell them'
  return runAdminAction(failure, async () => {
    const count = await commands.tellLocation(ids.parse(input))
    if (count === 0) throw new UserError(failure, 'These calls are not confirmed any more, or have begun.')
    return count === 1 ? '1 visitor is being told by email' : `${count} visitors are being told by email`
  })
}

/**
 * Notes that the visitors of these bookings know how the list showed their calls. The failed ones of
 * the result have changed since.
 */
export async function markKnown(input: SeenCall[]): Promise<ActionResult> {
  const failure = 'Failed to take the notice away'
  return runAdminAction(failure, async () => {
    const { known, changed } = await commands.setKnown(shownCalls.parse(input))
    const undo: Next | undefined = known.length > 0 ? ['undoKnown', known] : undefined
    if (changed.size > 0) return { ...changedSince('They do not all know how it stands now', changed), undo }
    return { message: 'Noted that they know', undo }
  })
}

/**
 * Mails the visitors of these bookings what was changed; `closed` is what is said about closed dates.
 * The failed ones of the result have changed since the list showed them so.
 */
export async function tellByMail(input: SeenCall[], closed: string): Promise<ActionResult> {
  return runAdminAction('Failed to send it', async () => {
    const { replies, changed } = await commands.sendChanges(
      shownCalls.parse(input),
      closedWords.parse(closed) || undefined,
    )
    const undo: Next | undefined = replies.length > 0 ? ['undoSent', replies] : undefined
    if (changed.size > 0) return { ...changedSince('It was not sent to all', changed), undo }
    if (replies.length === 0) throw new UserError('Nothing was sent', 'They have been told already.')
    return {
      message: `${replies.length === 1 ? 'Your text goes' : `${replies.length} texts go`} in a minute`,
      undo,
    }
  })
}

/** Takes {@link tellByMail} back, while the mails wait. */
export async function undoSent(input: string[]): Promise<ActionResult> {
  const failure = 'Failed to take it back'
  return runAdminAction(failure, async () => {
    const gone = await commands.undoChanges(ids.parse(input))
    if (gone === input.length)
      throw new UserError(failure, gone === 1 ? 'It has gone already.' : 'They have gone already.')
    if (gone > 0) throw new UserError(failure, `${gone} of ${input.length} have gone already.`)
    return 'They are listed again'
  })
}

function changedSince(failed: string, changed: Map<string, string>): Failure {
  const names = [...changed.values()].join(', ')
  const detail =
    changed.size === 1
      ? `The call of ${names} was changed since the list was read, and is listed as it stands now.`
      : `The calls of ${names} were changed since the list was read, and are listed as they stand now.`
  return { failed, detail, failedIds: [...changed.keys()] }
}

/** Takes {@link markKnown} back. */
export async function undoKnown(input: string[]): Promise<ActionResult> {
  const failure = 'Failed to undo it'
  return runAdminAction(failure, async () => {
    const told = ids.parse(input)
    const left = told.length - (await commands.undoKnown(told))
    if (left === told.length) throw new UserError(failure, 'It was changed meanwhile.')
    if (left > 0) throw new UserError(failure, `${left} of ${told.length} were changed meanwhile.`)
    return 'They are listed again'
  })
}
