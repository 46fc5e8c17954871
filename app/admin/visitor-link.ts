'use server'

import { copyVisitorLink } from '@/lib/requests/commands'
import { requestId } from '@/lib/requests/schema'
import type { ActionResult } from './action-result'
import { runAdminAction } from './run-admin-action'

/**
 * Gets the path of a visitor's own page of their booking, to be copied. Their history says who did.
 */
export async function copyLink(input: string): Promise<ActionResult> {
  return runAdminAction('Failed to copy the link', async () => {
    const copy = await copyVisitorLink(requestId.parse(input))
    return { message: 'Visitor’s link copied', copy }
  })
}
