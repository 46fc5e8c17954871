import type { Metadata } from 'next'
import { connection } from 'next/server'
import { LoginCard } from '../_components/login-card'
import { ForgottenForm } from './_components/forgotten-form'

export const metadata: Metadata = { title: 'Forgotten password', robots: { index: false } }

export default async function ForgottenPage() {
  await connection()
  return (
    <LoginCard title="Forgotten password">
      <ForgottenForm />
    </LoginCard>
  )
}
