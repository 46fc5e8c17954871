import Link from 'next/link'
import { paths } from '@/lib/paths'
import { AdminHeader } from '../../_components/admin-header'
import { LiveProvider } from '../../_components/live'

/** The frame of the pages about offers, which follow what happens to the offer. */
export function OffersFrame({ email, children }: { email: string; children: React.ReactNode }) {
  return (
    <LiveProvider failed={0}>
      <AdminHeader email={email}>
        <nav aria-label="Admin" className="flex gap-x-5 text-sm">
          <Link href={paths.admin} prefetch={false} className="py-1.5 underline-offset-4 hover:underline">
            Requests
          </Link>
          <Link href={paths.offers} prefetch={false} className="py-1.5 underline-offset-4 hover:underline">
            Accepted offers
          </Link>
        </nav>
      </AdminHeader>
      <main id="main" tabIndex={-1} className="page-width grid gap-8 py-7 text-sm outline-none">
        {children}
      </main>
    </LiveProvider>
  )
}
