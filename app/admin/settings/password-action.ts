'use server'

import { z } from 'zod'
import { changePassword } from '@/lib/sign-in/change-password'
import { newPasswordError } from '@/lib/sign-in/new-password'
import { adminAction } from '../admin-action'

const text = z.string().max(1_000)

/** An admin with a second factor must also send its `code`. */
export const changeOwnPassword = adminAction(
  z.object({ present: text, next: text, code: text.default('') }),
  'Failed to change the password',
  async ({ next, ...proof }) => {
    // Checks the new password first, because a check of the present one counts as an attempt.
    const wrong = newPasswordError(next)
    if (wrong) return { kind: 'invalid', problem: wrong, field: 'next' }
    const result = await changePassword(proof, next)
    if (result === 'lost') return { kind: 'lost', isLost: true }
    if ('problem' in result) return { kind: 'invalid', ...result }
    return 'Password changed. Wherever else you were signed in, you are no longer.'
  },
)

const NOT_SIGNED_OUT = 'Wherever else you are signed in, you may still be'

export const signOutElsewhere = adminAction(z.void(), NOT_SIGNED_OUT, async (_, supabase) => {
  const { error } = await supabase.auth.signOut({ scope: 'others' })
  if (error) throw error
  return 'Signed out everywhere else.'
})
