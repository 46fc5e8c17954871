'use server'

import { z } from 'zod'
import { changePassword } from '@/lib/sign-in/change-password'
import { newPasswordError } from '@/lib/sign-in/new-password'
import { adminSession } from '@/lib/supabase/auth'
import { WRITE_TIMEOUT_MS } from '@/lib/supabase/server'
import type { ActionResult } from '../action-result'
import { runAdminAction } from '../run-admin-action'

const text = z.string().max(1_000)
const passwords = z.object({ present: text, next: text, code: text.default('') })

/**
 * Changes the signed-in admin's password from `present` to `next`. An admin with a second factor must also
 * send its `code`.
 */
export async function changeOwnPassword(input: z.input<typeof passwords>): Promise<ActionResult> {
  return runAdminAction('Failed to change the password', async () => {
    const { next, ...proof } = passwords.parse(input)
    // Checks the new password first, because a check of the present one counts as an attempt.
    const wrong = newPasswordError(next)
    if (wrong) return { kind: 'invalid', problem: wrong, field: 'next' }
    const result = await changePassword(proof, next)
    if (result === 'lost') return { kind: 'lost', isLost: true }
    if ('problem' in result) return { kind: 'invalid', ...result }
    return 'Password changed. Wherever else you were signed in, you are no longer.'
  })
}

/** Ends all other sessions of the signed-in admin. */
export async function signOutElsewhere(): Promise<ActionResult> {
  return runAdminAction('Wherever else you are signed in, you may still be', async () => {
    const { supabase } = await adminSession(WRITE_TIMEOUT_MS)
    const { error } = await supabase.auth.signOut({ scope: 'others' })
    if (error) throw error
    return 'Signed out everywhere else.'
  })
}
