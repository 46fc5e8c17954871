'use server'

import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { ActionState } from '@/lib/action-state'
import { addressBehind } from '@/lib/booking/address'
import { describeError } from '@/lib/user-error'
import { trustedProxies } from '@/lib/env'
import { safeNext } from '@/lib/paths'
import { admitSignIn, recordSignIn } from '@/lib/sign-in'
import { sessionClient, WRITE_TIMEOUT_MS } from '@/lib/supabase/server'
import { type Credentials, credentials } from './schema'

export type SignInState = ActionState<'email' | 'password'>

/** Signs in with the form's `email` and `password`, then goes to `next` or the admin. A wrong password shows the Auth server's own message. */
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
  const address = addressBehind(trustedProxies(), (await headers()).get('x-forwarded-for'))
  const message = await trySignIn(parsed.data, address)
  if (message) return { status: 'error', message, entries }
  redirect(safeNext(form.get('next')))
}

const TOO_MANY_TRIES = 'There were too many attempts to sign in. Please wait five minutes and try again.'
const NOT_POSSIBLE = 'Signing in is not possible right now. Please try again in a minute.'

/** Signs in, or returns the sentence that says why not. */
async function trySignIn(person: Credentials, address: string | undefined): Promise<string | null> {
  try {
    if (!(await admitSignIn(person.email, address))) return TOO_MANY_TRIES
    const supabase = await sessionClient(WRITE_TIMEOUT_MS)
    const { error } = await supabase.auth.signInWithPassword(person)
    if (error?.status !== undefined && error.status >= 400 && error.status < 500) return error.message
    if (error) throw error
    await recordSignIn(person.email, address)
    return null
  } catch (error) {
    console.error('sign-in: the Auth server does not answer as it should.', describeError(error))
    return NOT_POSSIBLE
  }
}
