'use server'

import * as commands from '@/lib/requests/commands'
import { requestId } from '@/lib/requests/schema'
import type { ActionResult } from './action-result'
import { runAdminAction } from './run-admin-action'

/** Returns the path of a booking's own page in `copy`, and adds the copy to the booking's history. */
export async function copyVisitorLink(input: string): Promise<ActionResult> {
  return runAdminAction('Failed to copy the link', async () => {
    const copy = await commands.copyVisitorLink(requestId.parse(input))
    return { message: 'Visitor’s link copied', copy }
  })
}
