'use server'

import { setLocation } from '@/lib/requests/commands'
import { type LocationChange, locationChange } from '@/lib/requests/schema'
import type { ActionResult } from '../action-result'
import { runAdminAction } from '../run-admin-action'

/** Sets the place of one booking's call. */
export async function changeLocation(input: LocationChange): Promise<ActionResult> {
  return runAdminAction('Failed to save the place', async () => {
    await setLocation(locationChange.parse(input))
    return 'Place saved'
  })
}
