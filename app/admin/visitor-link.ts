'use server'

import * as commands from '@/lib/requests/commands'
import { requestId } from '@/lib/requests/schema'
import type { ActionResult } from './action-result'
import { runAdminAction } from './run-admin-action'

/**
 * Returns the URL of the booking's page for the visitor as `copy`, and records in the booking's history that
 * it was copied.
 */
export async function copyVisitorLink(input: string): Promise<ActionResult> {
  return runAdminAction('Failed to copy the link', async () => {
    const copy = await commands.copyVisitorLink(requestId.parse(input))
    return { message: 'Visitor’s link copied', copy }
  })
}
