'use server'

import { redirect } from 'next/navigation'
import type { ActionState } from '@/lib/action-state'
import { causeOf } from '@/lib/cause'
import { safeNext } from '@/lib/paths'
import { sessionClient, WRITE_TIMEOUT_MS } from '@/lib/supabase/server'
import { credentials } from './schema'

export type SignInState = ActionState<'email' | 'password'>

/** Signs in with the form's `email` and `password`, then goes to `next` or the desk. A refusal is the Auth server's own message. */
export async function signIn(_: SignInState, form: FormData): Promise<SignInState> {
  const parsed = credentials.safeParse(Object.fromEntries(form))
  const email = form.get('email')
  const entries = { email: typeof email === 'string' ? email.slice(0, 254) : '' }
  if (!parsed.success) {
    const missing = new Set(parsed.error.issues.map((issue) => issue.path[0]))
    return {
      status: 'error',
      message: 'You must provide either an email or phone number and a password',
      fields: {
        ...(missing.has('email') && { email: 'Your email is missing.' }),
        ...(missing.has('password') && { password: 'Your password is missing.' }),
      },
      entries,
    }
  }
  const supabase = await sessionClient(WRITE_TIMEOUT_MS)
  const { error } = await supabase.auth.signInWithPassword(parsed.data)
  if (error) {
    const isRefusal = error.status !== undefined && error.status >= 400 && error.status < 500
    if (isRefusal) return { status: 'error', message: error.message, entries }
    console.error('sign-in: the Auth server does not answer as it should.', causeOf(error))
    return {
      status: 'error',
      message: 'Signing in is not possible right now. Please try again in a minute.',
      entries,
    }
  }
  redirect(safeNext(form.get('next')))
}
