import type { Metadata } from 'next'
import { Alert } from '@/components/ui/alert'
import { safeNext } from '@/lib/paths'
import { sessionClient } from '@/lib/supabase/server'
import { readSession } from '@/lib/supabase/session'
import { CodeForm } from './_components/code-form'
import { LoginCard } from './_components/login-card'
import { LoginForm } from './_components/login-form'

export const metadata: Metadata = { title: 'Admin Login', robots: { index: false } }

/** The middleware redirects people who are already signed in. */
export default async function LoginPage({ searchParams }: PageProps<'/login'>) {
  const { next, ended } = await searchParams
  const session = await readSession(await sessionClient()).catch(() => null)
  if (session)
    return (
      <LoginCard title="Admin Login">
        <CodeForm email={session.user.email ?? ''} next={safeNext(next)} />
      </LoginCard>
    )
  return (
    <LoginCard title="Admin Login">
      {ended && <Alert className="mb-5 text-sm">Your session has ended. Sign in to go on.</Alert>}
      <LoginForm next={safeNext(next)} />
    </LoginCard>
  )
}
