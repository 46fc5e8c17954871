import type { Metadata } from 'next'
import { Alert } from '@/components/ui/alert'
import { safeNext } from '@/lib/paths'
import { LoginCard } from './_components/login-card'
import { LoginForm } from './_components/login-form'

export const metadata: Metadata = { title: 'Admin Login', robots: { index: false } }

/** The sign-in page. The middleware redirects people who are signed in already. */
export default async function LoginPage({ searchParams }: PageProps<'/login'>) {
  const { next, ended } = await searchParams
  return (
    <LoginCard title="Admin Login">
      {ended && <Alert className="mb-5 text-sm">Your session has ended. Sign in to go on.</Alert>}
      <LoginForm next={safeNext(next)} />
    </LoginCard>
  )
}
