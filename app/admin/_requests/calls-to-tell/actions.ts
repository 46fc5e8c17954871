'use server'

import { z } from 'zod'
import type { SeenCall } from '@/lib/mail/calls-to-tell'
import * as commands from '@/lib/mail/commands'
import { UserError } from '@/lib/user-error'
import { type ActionResult, type Failure, undoOf } from '../../action-result'
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
      }),
    }),
  )
  .min(1)
  .max(1000)
const ids = z.array(z.guid()).min(1).max(1000)

/** Mails the visitors of these calls where the calls take place now. */
export async function tellVisitors(input: string[]): Promise<ActionResult> {
  const failure = 'Failed to tell them'
  return runAdminAction(failure, async () => {
    const count = await commands.tellLocation(ids.parse(input))
    if (count === 0) throw new UserError(failure, 'These calls are not confirmed any more, or have begun.')
    return count === 1 ? '1 visitor is being told by email' : `${count} visitors are being told by email`
  })
}

/**
 * Records that visitors know their calls in the state that the list showed. Fails for calls that have changed
 * since.
 */
export async function markKnown(input: SeenCall[]): Promise<ActionResult> {
  const failure = 'Failed to take the notice away'
  return runAdminAction(failure, async () => {
    const { known, changed } = await commands.setKnown(shownCalls.parse(input))
    const undo = undoOf('told', known)
    if (changed.size > 0) return { ...changedSince('They do not all know how it stands now', changed), undo }
    return { message: 'Noted that they know', undo }
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
