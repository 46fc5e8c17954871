'use server'

import { z } from 'zod'
import * as factors from '@/lib/sign-in/factors'
import type { OwnResult } from '@/lib/sign-in/own-session'
import type { ActionResult } from '../action-result'
import { adminAction } from '../admin-action'

const OFF =
  'Supabase has codes switched off. Switch TOTP on under Authentication, Multi-Factor; then press again.'

/** The sign-in asks for the phone's codes only after `addFactor`. */
export const beginPhone = adminAction<z.ZodVoid, { factor: factors.NewFactor }>(
  z.void(),
  'Nothing was added. Please try again.',
  async () => {
    const factor = await factors.enrollFactor()
    if (factor === 'off') return { kind: 'failed', failed: OFF }
    return { kind: 'done', message: 'Key made', factor }
  },
)

const text = z.string().max(1_000)

/** `first` is the first code of the new phone, `code` that of a phone that the account has already. */
export const addFactor = adminAction(
  z.object({ id: z.guid(), present: text, code: text.default(''), first: text }),
  'Failed to add the code',
  async ({ id, first, ...proof }) => toResult(await factors.confirmFactor(id, first, proof), 'Code added.'),
)

export const removeFactor = adminAction(
  z.object({ id: z.guid(), present: text, code: text }),
  'Failed to remove the code',
  async ({ id, ...proof }) => toResult(await factors.removeOwnFactor(id, proof), 'Code removed.'),
)

function toResult(result: OwnResult, done: string): ActionResult {
  if (result === 'lost') return { kind: 'lost', isLost: true }
  if ('problem' in result) return { kind: 'invalid', ...result }
  const others = result.hasEndedOthers
    ? 'Wherever else you were signed in, you are no longer.'
    : 'Where else you were signed in, you may still be: change your password, which ends that.'
  return { kind: 'done', message: `${done} ${others}` }
}

const proof = z.object({ id: z.guid(), code: text })

/** The signed-in admin confirms with their own code or password. */
export const removeFactorOf = adminAction(proof, 'Failed to remove their code', async ({ id, code }) => {
  const problem = await factors.removeFactorOf(id, code)
  if (problem) return { kind: 'invalid', problem, field: 'code' }
  return 'Their code is removed, and they are signed out everywhere.'
})
