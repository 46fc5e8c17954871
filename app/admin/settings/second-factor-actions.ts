'use server'

import { z } from 'zod'
import * as factors from '@/lib/sign-in/factors'
import type { OwnResult } from '@/lib/sign-in/own-session'
import { AccessError } from '@/lib/supabase/auth'
import type { ActionResult } from '../action-result'
import { logFailure, runAdminAction } from '../run-admin-action'

const text = z.string().max(1_000)
const proof = z.object({ id: z.guid(), code: text })
const removal = z.object({ id: z.guid(), present: text, code: text })
const addition = z.object({ id: z.guid(), present: text, code: text.default(''), first: text })
export type Removal = z.input<typeof removal>
export type Addition = z.input<typeof addition>

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

/**
 * Adds the new phone to the account, if `first` is its first code. Needs the present password, and `code` of a
 * phone that the account has already.
 */
export async function addFactor(input: Addition): Promise<ActionResult> {
  return runAdminAction('Failed to add the code', async () => {
    const { id, first, ...proof } = addition.parse(input)
    return toActionResult(await factors.confirmFactor(id, first, proof), 'Code added.')
  })
}

/** Removes one of the signed-in admin's own phones. Needs the present password and a code. */
export async function removeFactor(input: Removal): Promise<ActionResult> {
  return runAdminAction('Failed to remove the code', async () => {
    const { id, ...proof } = removal.parse(input)
    return toActionResult(await factors.removeOwnFactor(id, proof), 'Code removed.')
  })
}

function toActionResult(result: OwnResult, done: string): ActionResult {
  if (result === 'lost') return { kind: 'lost', isLost: true }
  if ('problem' in result) return { kind: 'invalid', ...result }
  const others = result.hasEndedOthers
    ? 'Wherever else you were signed in, you are no longer.'
    : 'Where else you were signed in, you may still be: change your password, which ends that.'
  return { kind: 'done', message: `${done} ${others}` }
}

/** Removes another admin's phones. The signed-in admin confirms with their own code or password. */
export async function removeFactorOf(input: z.input<typeof proof>): Promise<ActionResult> {
  return runAdminAction('Failed to remove their code', async () => {
    const { id, code } = proof.parse(input)
    const problem = await factors.removeFactorOf(id, code)
    if (problem) return { kind: 'invalid', problem, field: 'code' }
    return 'Their code is removed, and they are signed out everywhere.'
  })
}
