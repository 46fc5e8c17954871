import type { Metadata } from 'next'
import { findRecovery } from '@/lib/sign-in/recovery'
import { sessionClient } from '@/lib/supabase/server'
import { LoginCard } from '../../_components/login-card'
import { LinkOver } from '../_components/link-over'
import { PasswordForm } from '../_components/password-form'

export const metadata: Metadata = { title: 'New password', robots: { index: false, follow: false } }

/**
 * Without a token, the session that the mailed link opened continues. A GET does not use the link up, because
 * mail programs open links by themselves.
 */
export default async function PasswordPage({ params }: PageProps<'/login/password/[[...token]]'>) {
  const { token: [token = ''] = [] } = await params
  // If the backend does not respond, the page shows the form, and a post reports the error.
  const found = await findRecovery(await sessionClient(), token).catch(() => undefined)
  return (
    <LoginCard title="New password">
      {found === null && !token ? (
        <LinkOver />
      ) : (
        <PasswordForm token={token} needsCode={found?.needsCode ?? false} />
      )}
    </LoginCard>
  )
}
