import type { Metadata } from 'next'
import { idle } from '@/lib/action-state'
import { type PasswordProblem, passwordProblems } from '@/lib/sign-in/new-password'
import { findRecoverySession } from '@/lib/sign-in/recovery'
import { paths } from '@/lib/paths'
import { sessionClient } from '@/lib/supabase/server'
import { readSession } from '@/lib/supabase/session'
import { CodeForm } from '../_components/code-form'
import { LoginCard } from '../_components/login-card'
import type { PasswordState } from './actions'
import { LinkOver } from './_components/link-over'
import { PasswordForm } from './_components/password-form'

export const metadata: Metadata = { title: 'New password', robots: { index: false, follow: false } }

/**
 * Shows the form again after a mailed link opened a session: the Auth server rejected the new password
 * (`problem`), or the account must enter its code first.
 */
export default async function PasswordPage({ searchParams }: PageProps<'/login/password'>) {
  const { problem } = await searchParams
  const supabase = await sessionClient()
  // If the Auth server does not respond, the page shows the form, and a post reports the error.
  const isOpen = (await findRecoverySession(supabase).catch(() => '')) !== null
  const session = isOpen ? await readSession(supabase).catch(() => null) : null
  if (session?.needsSecondFactor)
    return (
      <LoginCard title="New password">
        <CodeForm email={session.user.email ?? ''} next={paths.password} isForgotten />
      </LoginCard>
    )
  return (
    <LoginCard title="New password">
      {isOpen ? <PasswordForm first={toState(problem)} /> : <LinkOver />}
    </LoginCard>
  )
}

function toState(problem: unknown): PasswordState {
  if (typeof problem !== 'string' || !Object.hasOwn(passwordProblems, problem)) return idle
  const message = passwordProblems[problem as PasswordProblem]
  return { status: 'error', message, entries: { lost: problem === 'lost' ? 'yes' : '' } }
}
