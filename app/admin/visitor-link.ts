'use server'

import { copyVisitorLink } from '@/lib/requests/commands'
import { requestId } from '@/lib/requests/schema'
import type { ActionResult } from './action-result'
import { runAdminAction } from './run-admin-action'

/** Returns the path of a booking's own page for copying. The booking's history records who took it. */
export async function copyLink(input: string): Promise<ActionResult> {
  return runAdminAction('Failed to copy the link', async () => {
    const copy = await copyVisitorLink(requestId.parse(input))
    return { message: 'Visitor’s link copied', copy }
  })
}
