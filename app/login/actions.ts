'use server'

import { setTimeout as pause } from 'node:timers/promises'
import { redirect } from 'next/navigation'
import type { ActionState } from '@/lib/action-state'
import { describeError } from '@/lib/describe-error'
import { safeNext } from '@/lib/paths'
import { postedForm } from '@/lib/posted-form'
import { admitPassword, recordPassword } from '@/lib/sign-in/commands'
import { sessionClient, WRITE_TIMEOUT_MS } from '@/lib/supabase/server'
import { type Credentials, credentials } from './schema'

export type SignInState = ActionState<'email' | 'password'>

/**
 * Signs in with the form's `email` and `password`, then redirects to its `next`, or to the admin.
 * Returns the Auth server's message when they are wrong.
 */
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
  const message = await trySignIn(parsed.data)
  if (message) return { status: 'error', message, entries }
  redirect(safeNext(form.get('next')))
}

const TOO_MANY_TRIES = 'There were too many attempts to sign in. Please wait five minutes and try again.'
const NOT_POSSIBLE = 'Signing in is not possible right now. Please try again in a minute.'
/**
 * The Auth server's sentence for a wrong password. Also used where another one would reveal that an
 * account has this e-mail.
 */
const INVALID = 'Invalid login credentials'
/**
 * No error is returned before this many milliseconds, because a quick one would reveal that no
 * password was compared.
 */
const ERROR_AFTER_MS = 800

/** Signs in. Returns null, or the error message when that fails. */
async function trySignIn(person: Credentials): Promise<string | null> {
  const earliest = pause(ERROR_AFTER_MS)
  const message = await signInError(person)
  if (message) await earliest
  return message
}

async function signInError(person: Credentials): Promise<string | null> {
  try {
    const admission = await admitPassword(person.email)
    if (admission === 'too_many') return TOO_MANY_TRIES
    if (admission === 'unknown_email') return INVALID
    const supabase = await sessionClient(WRITE_TIMEOUT_MS)
    const { error } = await supabase.auth.signInWithPassword(person)
    if (!error) {
      await recordPassword(person.email)
      return null
    }
    if (error.code === 'user_banned') return INVALID
    // The Auth server's own limit. An e-mail without an account does not get here now, so showing
    // the limit would reveal an account.
    if (error.status === 429 && admission === 'admitted_busy') return INVALID
    if (error.status !== undefined && error.status >= 400 && error.status < 500) return error.message
    throw error
  } catch (error) {
    console.error('sign-in: the Auth server does not respond as it should.', describeError(error))
    return NOT_POSSIBLE
  }
}
