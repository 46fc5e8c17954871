'use server'

import { z } from 'zod'
import { listAdmins } from '@/lib/requests/one-request'
import { formId, requestId } from '@/lib/requests/schema'
import { getViewer } from '@/lib/supabase/auth'
import { undoOf } from '../action-result'
import { adminAction } from '../admin-action'

const NOT_GIVEN = 'Failed to give the request'
/** Null for nobody. */
const owner = z.guid().nullable()

const ownerChange = z.object({ id: requestId, owner, seen: owner, formId })

export const changeOwner = adminAction(ownerChange, NOT_GIVEN, async (change, supabase) => {
  const { id, owner, seen, formId } = change
  const args = { p_request_id: id, p_owner: owner ?? undefined, p_seen: { owner: seen }, p_form_id: formId }
  const { data: revision, error } = await supabase.rpc('set_owner', args)
  if (error?.message === 'owner_changed') {
    const detail = error.details ? `${error.details} has it by now.` : 'Nobody has it any more.'
    return { kind: 'failed', failed: NOT_GIVEN, detail }
  }
  if (error) throw error
  const isMine = owner === (await getViewer())?.id
  const before = isMine ? (await listAdmins()).find(({ id }) => id === seen) : undefined
  const mine = before ? `It is yours, taken from ${before.email}` : 'It is yours'
  const message = isMine ? mine : owner ? 'Request given' : 'Nobody looks after it now'
  return { kind: 'done', message, undo: undoOf('owner', [{ id, revision }]) }
})
