'use server'

import { locationChange, setLocation } from '@/lib/requests/details'
import type { ActionResult } from '../action-result'
import { runAdminAction } from '../run-admin-action'

/** Says where one booking's call happens. */
export async function changeLocation(input: { id: string; location: string }): Promise<ActionResult> {
  return runAdminAction('Failed to save the place', async () => {
    await setLocation(locationChange.parse(input))
    return 'Place saved'
  })
}
