'use server'

import { setTimeout as pause } from 'node:timers/promises'
import { redirect } from 'next/navigation'
import { z } from 'zod'
import type { ActionState } from '@/lib/action-state'
import { describeError } from '@/lib/describe-error'
import { paths, safeNext } from '@/lib/paths'
import { postedForm, postedText } from '@/lib/posted-form'
import { admitPassword, recordPassword } from '@/lib/sign-in/commands'
import { openedBy } from '@/lib/sign-in/recovery'
import { giveCode } from '@/lib/sign-in/second-factor'
import { sessionClient, WRITE_TIMEOUT_MS } from '@/lib/supabase/server'
import { readSession, verifiedFactors } from '@/lib/supabase/session'
import { cleanEmail } from '@/lib/text'

export type SignInState = ActionState<'email' | 'password'>

// In lower case, as the Auth server looks it up, so that attempts count for the same account.
const credentials = z.object({
  email: z
    .string()
    .transform((email) => cleanEmail(email).toLowerCase())
    .pipe(z.string().min(1).max(254)),
  password: z.string().min(1).max(1_000),
})

/** Returns the Auth server's message if e-mail or password are wrong. A second factor's code comes next. */
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
  const earliest = pause(MIN_ERROR_MS)
  const result = await trySignIn(parsed.data)
  if (result !== 'done' && result !== 'half') {
    await earliest
    return { status: 'error', message: result, entries }
  }
  const next = safeNext(form.get('next'))
  redirect(result === 'half' ? `${paths.login}?next=${encodeURIComponent(next)}` : next)
}

/** `data` is the path to open. A `locked` form accepts no code for now. */
export type CodeState = ActionState<'code' | 'locked', string>

/**
 * Checks the `code` for the session that the password opened. With the form's `scripts` it returns the path
 * to open, so that the browser loads a new page, which has the new token everywhere.
 */
export async function signInWithCode(_: CodeState, posted: FormData): Promise<CodeState> {
  const form = postedForm(posted)
  const next = safeNext(form.get('next'))
  const outcome = await tryCode(postedText(form, 'code'))
  if (outcome === 'ended') redirect(`${paths.login}?next=${encodeURIComponent(next)}&ended=session`)
  if (outcome) return outcome
  if (!form.get('scripts')) redirect(next)
  return { status: 'success', message: '', data: next }
}

async function tryCode(typed: string): Promise<CodeState | 'ended' | null> {
  try {
    const supabase = await sessionClient(WRITE_TIMEOUT_MS)
    const session = await readSession(supabase)
    if (!session) return 'ended'
    if (!session.needsSecondFactor) return null // another tab has given the code
    const problem = await giveCode(supabase, session.user, typed, await openedBy(supabase))
    if (problem?.isOver === 'ended') return 'ended'
    if (problem) {
      const entries = { code: typed.slice(0, 20), locked: problem.isOver ?? '' }
      return { status: 'error', message: problem.message, fields: { code: problem.message }, entries }
    }
    await recordPassword(session.user.email ?? '')
    return null
  } catch (error) {
    console.error('sign-in: a code could not be tried.', describeError(error))
    return { status: 'error', message: NOT_POSSIBLE }
  }
}

/** Ends this session only, because its holder has not entered the code. */
export async function logOut(): Promise<void> {
  await (await sessionClient(WRITE_TIMEOUT_MS)).auth.signOut({ scope: 'local' })
  redirect(paths.login)
}

const TOO_MANY_TRIES = 'There were too many attempts to sign in. Please wait five minutes and try again.'
const NOT_POSSIBLE = 'Signing in is not possible right now. Please try again in a minute.'
/** The Auth server's message. It also replaces messages that would reveal that an account has this e-mail. */
const INVALID = 'Invalid login credentials'
/** In milliseconds. A faster error would reveal that the site compared no password. */
const MIN_ERROR_MS = 800

/** Returns 'done', 'half' if the account's code must follow, or the error message. */
async function trySignIn(person: z.output<typeof credentials>): Promise<string> {
  try {
    const admission = await admitPassword(person.email)
    if (admission === 'too_many') return TOO_MANY_TRIES
    if (admission === 'unknown_email') return INVALID
    const supabase = await sessionClient(WRITE_TIMEOUT_MS)
    const { data, error } = await supabase.auth.signInWithPassword(person)
    if (!error) {
      if (verifiedFactors(data.user).length > 0) return 'half' // recorded after the code
      await recordPassword(person.email)
      return 'done'
    }
    if (error.code === 'user_banned') return INVALID
    // The rate limit of the Auth server. While strangers try many passwords ('admitted_busy'), the site asks
    // the Auth server only for e-mails with an account, so its limit would reveal an account.
    if (error.status === 429 && admission === 'admitted_busy') return INVALID
    if (error.status !== undefined && error.status >= 400 && error.status < 500) return error.message
    throw error
  } catch (error) {
    console.error('sign-in: the Auth server does not respond as it should.', describeError(error))
    return NOT_POSSIBLE
  }
}
