'use server'

import { describeError } from '@/lib/describe-error'
import { refresh } from '@/lib/next'
import { AccessError, adminClient } from '@/lib/supabase/auth'
import { visitorClient } from '@/lib/supabase/server'

/**
 * Reads the page again: the response brings it. Brings no page while Auth or the database does not answer, so
 * that the page stays as it is.
 */
export async function readAgain(): Promise<'read' | 'failed' | 'signed-out'> {
  try {
    await Promise.all([adminClient(), visitorClient().rpc('asks_for_phone').throwOnError()])
  } catch (error) {
    if (error instanceof AccessError && error.reason === 'signed-out') return 'signed-out'
    if (!(error instanceof AccessError)) {
      console.error('admin: the page could not be read again.', describeError(error))
      return 'failed'
    }
  }
  refresh()
  return 'read'
}
