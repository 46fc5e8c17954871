import type { Metadata } from 'next'
import { connection } from 'next/server'
import { manage } from '@/lib/content/manage'
import { MessagePage } from '../_components/message-page'

export const metadata: Metadata = { title: manage.erased.title, robots: { index: false, follow: false } }

/** The page after an erasure, because the booking's own page no longer exists. */
export default async function ErasedPage() {
  await connection() // rendered on request, because the middleware sets its Content-Security-Policy
  return (
    <MessagePage title={manage.erased.title} lead={manage.erased.lead}>
      <p className="mt-4 max-w-[44em]">{manage.erased.others}</p>
    </MessagePage>
  )
}
