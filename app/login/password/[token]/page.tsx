import type { Metadata } from 'next'
import { idle } from '@/lib/action-state'
import { LoginCard } from '../../_components/login-card'
import { PasswordForm } from '../_components/password-form'

export const metadata: Metadata = { title: 'New password', robots: { index: false, follow: false } }

/**
 * The page that a mailed link opens to set a new password. A GET does not use the link up, because mail
 * programs open links by themselves.
 */
export default async function LinkPage({ params }: PageProps<'/login/password/[token]'>) {
  const { token } = await params
  return (
    <LoginCard title="New password">
      <PasswordForm token={token} first={idle} />
    </LoginCard>
  )
}
