'use server'

import { refresh } from 'next/cache'
import { setUsualLocation } from '@/lib/settings/commands'
import { usualLocation, type UsualLocation } from '@/lib/settings/schema'
import type { ActionResult } from '../action-result'
import { runAdminAction } from '../run-admin-action'

/** Sets where calls usually happen. */
export async function saveUsualLocation(input: UsualLocation): Promise<ActionResult> {
  return runAdminAction('Failed to save the usual location', async () => {
    const parsed = usualLocation.safeParse(input)
    const [issue] = parsed.error?.issues ?? []
    if (!parsed.success) return { problem: issue?.message ?? '', field: String(issue?.path[0] ?? 'kind') }
    await setUsualLocation(parsed.data)
    refresh()
    return 'Usual location saved'
  })
}
