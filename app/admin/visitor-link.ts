'use server'

import { linkOrigin } from '@/lib/mail/config'
import { managePath } from '@/lib/booking/token'
import { requestId } from '@/lib/requests/schema'
import { adminAction } from './admin-action'

const NOT_COPIED = 'Failed to copy the link'

/** Records the copy in the booking's history. */
export const copyVisitorLink = adminAction(requestId, NOT_COPIED, async (id, supabase) => {
  const { data } = await supabase.rpc('copy_visitor_link', { p_booking_id: id }).throwOnError()
  const version: number | null = data
  const path = version === null ? null : managePath(id, version)
  if (path) return { kind: 'done', message: 'Visitor’s link copied', copy: linkOrigin() + path }
  return { kind: 'failed', failed: NOT_COPIED, detail: 'The call is over, or the person was erased.' }
})
