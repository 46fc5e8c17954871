import type { Metadata } from 'next'
import { Alert } from '@/components/ui/alert'
import { Card, CardContent, CardHeader, CardTitle } from '@/components/ui/card'
import { safeNext } from '@/lib/paths'
import { LoginForm } from './_components/login-form'

export const metadata: Metadata = { title: 'Admin Login', robots: { index: false } }

/** The sign-in page. The middleware redirects people who are signed in already. */
export default async function LoginPage({ searchParams }: PageProps<'/login'>) {
  const { next, ended } = await searchParams
  return (
    <main id="main" tabIndex={-1} className="grid min-h-svh place-items-center px-5 py-12 outline-none">
      <Card className="w-full max-w-sm">
        <CardHeader>
          <CardTitle>
            <h1>Admin Login</h1>
          </CardTitle>
        </CardHeader>
        <CardContent>
          {ended && (
            <Alert className="mb-5 text-sm">
              Your session has ended. {ended === 'press' && 'Your last press was not done. '}Sign in to go on.
            </Alert>
          )}
          <LoginForm next={safeNext(next)} />
        </CardContent>
      </Card>
    </main>
  )
}
