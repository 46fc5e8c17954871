'use server'

import { describeError } from '@/lib/describe-error'
import { refresh } from '@/lib/next'
import { AccessError, adminClient } from '@/lib/supabase/auth'
import { visitorClient } from '@/lib/supabase/server'

/** Its response brings the page, but not while Auth or the database does not answer: the page then stays. */
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
