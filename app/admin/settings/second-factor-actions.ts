'use server'

import { z } from 'zod'
import * as factors from '@/lib/sign-in/factors'
import { AccessError } from '@/lib/supabase/auth'
import type { ActionResult } from '../action-result'
import { logFailure, runAdminAction } from '../run-admin-action'

const proof = z.object({ id: z.guid(), code: z.string().max(1_000) })
export type Proof = z.infer<typeof proof>

/**
 * Begins to add a phone to the signed-in admin's account, or returns why not. The sign-in asks for its codes
 * only after `addFactor`.
 */
export async function beginFactor(): Promise<factors.NewFactor | 'off' | 'failed' | 'signed-out'> {
  try {
    return await factors.enrollFactor()
  } catch (error) {
    if (error instanceof AccessError) return 'signed-out'
    logFailure('A phone could not be added.', error)
    return 'failed'
  }
}

/** Adds the new phone to the account, if `code` is its first code. */
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
    return 'Code removed. Wherever else you were signed in, you are no longer.'
  })
}

/** Removes another admin's phones. The signed-in admin confirms with their own code or password. */
export async function removeFactorOf(input: Proof): Promise<ActionResult> {
  return runAdminAction('Failed to remove their code', async () => {
    const { id, code } = proof.parse(input)
    const problem = await factors.removeFactorOf(id, code)
    if (problem) return { problem: problem.message, field: 'code' }
    return 'Their code is removed, and they are signed out everywhere.'
  })
}
