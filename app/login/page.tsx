import type { Metadata } from 'next'
import { Card } from '@/components/ui/card'
import { safeNext } from '@/lib/paths'
import { LoginForm } from './_components/login-form'

export const metadata: Metadata = { title: 'Admin Login', robots: { index: false } }

/** Signed-in people never see it: the middleware sends them on. */
export default async function LoginPage({ searchParams }: PageProps<'/login'>) {
  const { next } = await searchParams
  return (
    <main className="grid min-h-svh place-items-center px-5 py-12">
      <Card className="w-full max-w-sm p-7">
        <h1 className="mb-6 text-title font-semibold">Admin Login</h1>
        <LoginForm next={safeNext(next)} />
      </Card>
    </main>
  )
}
