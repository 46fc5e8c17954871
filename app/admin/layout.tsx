import type { Metadata } from 'next'
import { connection } from 'next/server'
import { SkipLink } from '@/components/skip-link'
import { Toasts } from '@/components/toasts'
import { requireBackend } from '@/lib/env'
import { ActionHostProvider } from './_components/action-host'
import { AuthProvider } from './_components/auth-context'
import { LiveProvider } from './_components/live'
import { runFollowUp } from './follow-ups'
import './admin.css'

export const metadata: Metadata = { title: 'Admin', robots: { index: false } }

export default async function AdminLayout({ children }: { children: React.ReactNode }) {
  await connection() // the backend's address is read per request, not at build time
  return (
    <AuthProvider backend={requireBackend()}>
      <SkipLink />
      <LiveProvider>
        <ActionHostProvider runFollowUp={runFollowUp}>{children}</ActionHostProvider>
      </LiveProvider>
      <Toasts />
    </AuthProvider>
  )
}
