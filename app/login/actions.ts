'use server'

import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { ActionState } from '@/lib/action-state'
import { clientIp } from '@/lib/client-ip'
import { describeError } from '@/lib/describe-error'
import { safeNext } from '@/lib/paths'
import { postedForm } from '@/lib/posted-form'
import { admitSignIn, recordSignIn } from './sign-in-limit'
import { sessionClient, WRITE_TIMEOUT_MS } from '@/lib/supabase/server'
import { type Credentials, credentials } from './schema'

export type SignInState = ActionState<'email' | 'password'>

/** Signs in with the form's `email` and `password`, then redirects to its `next`, or to the admin. Returns the Auth server's message when they are wrong. */
export async function signIn(_: SignInState, posted: FormData): Promise<SignInState> {
  const form = postedForm(posted)
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
  const message = await trySignIn(parsed.data, clientIp(await headers()))
  if (message) return { status: 'error', message, entries }
  redirect(safeNext(form.get('next')))
}

const TOO_MANY_TRIES = 'There were too many attempts to sign in. Please wait five minutes and try again.'
const NOT_POSSIBLE = 'Signing in is not possible right now. Please try again in a minute.'

/** Signs in. Returns null, or the error message when that fails. */
async function trySignIn(person: Credentials, ip: string | undefined): Promise<string | null> {
  try {
    if (!(await admitSignIn(person.email, ip))) return TOO_MANY_TRIES
    const supabase = await sessionClient(WRITE_TIMEOUT_MS)
    const { error } = await supabase.auth.signInWithPassword(person)
    if (error?.status !== undefined && error.status >= 400 && error.status < 500) return error.message
    if (error) throw error
    await recordSignIn(person.email, ip)
    return null
  } catch (error) {
    console.error('sign-in: the Auth server does not respond as it should.', describeError(error))
    return NOT_POSSIBLE
  }
}
