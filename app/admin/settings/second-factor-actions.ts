'use server'

import { z } from 'zod'
import { listAdmins } from '@/lib/requests/details'
import * as factors from '@/lib/sign-in/factors'
import { AccessError } from '@/lib/supabase/auth'
import { UserError } from '@/lib/user-error'
import type { ActionResult } from '../action-result'
import { logFailure, runAdminAction } from '../run-admin-action'

const proof = z.object({ id: z.guid(), code: z.string().max(1_000) })
export type Proof = z.infer<typeof proof>

/** What begins the adding of a phone, or why it cannot be. */
export type Begun = { factor: factors.NewFactor } | { why: 'off' | 'failed' | 'signed-out' }

/** Begins to add a phone to the signed-in admin's account; nothing counts yet. */
export async function beginFactor(): Promise<Begun> {
  try {
    const factor = await factors.enrollFactor()
    return factor === 'off' ? { why: 'off' } : { factor }
  } catch (error) {
    if (error instanceof AccessError) return { why: 'signed-out' }
    logFailure('A phone could not be added.', error)
    return { why: 'failed' }
  }
}

/** Adds the phone, by its first code. */
export async function addFactor(input: Proof): Promise<ActionResult> {
  return runAdminAction('Failed to add the code', async () => {
    const { id, code } = proof.parse(input)
    const problem = await factors.confirmFactor(id, code)
    if (problem) return { problem: problem.message, field: 'code' }
    return 'Code added. Wherever else you were signed in, you are no longer.'
  })
}

/** Removes one of the signed-in admin's own phones. */
export async function removeFactor(input: Proof): Promise<ActionResult> {
  return runAdminAction('Failed to remove the code', async () => {
    const { id, code } = proof.parse(input)
    const problem = await factors.removeOwnFactor(id, code)
    if (problem) return { problem: problem.message, field: 'code' }
    return 'Code removed'
  })
}

/** Removes the phones of another admin, by the code, or the password, of the one who is here. */
export async function removeFactorOf(input: Proof): Promise<ActionResult> {
  const failure = 'Failed to remove their code'
  return runAdminAction(failure, async () => {
    const { id, code } = proof.parse(input)
    const admin = (await listAdmins()).find((one) => one.id === id)
    if (!admin) throw new UserError(failure, 'They are no admin any more.')
    const problem = await factors.removeFactorOf(admin, code)
    if (problem) return { problem: problem.message, field: 'code' }
    return `Code of ${admin.email} removed`
  })
}
