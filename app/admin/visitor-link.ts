'use server'

import * as commands from '@/lib/requests/commands'
import { requestId } from '@/lib/requests/schema'
import type { ActionResult } from './action-result'
import { runAdminAction } from './run-admin-action'

/** Returns the URL of the visitor's booking page as `copy`, and records the copy in the booking's history. */
export async function copyVisitorLink(input: string): Promise<ActionResult> {
  return runAdminAction('Failed to copy the link', async () => {
    const copy = await commands.copyVisitorLink(requestId.parse(input))
    return { kind: 'done', message: 'Visitor’s link copied', copy }
  })
}
