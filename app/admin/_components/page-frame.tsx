import { paths } from '@/lib/paths'
import { AdminHeader } from './admin-header'
import { KeepLive } from './live'

/** The admin's other pages. */
export const otherPages = [
  { path: paths.offers, name: 'Offers' },
  { path: paths.settings, name: 'Settings' },
]

/** The frame of the admin's other pages, which follow what happens to what they show. */
export function PageFrame({ email, children }: { email: string; children: React.ReactNode }) {
  return (
    <>
      <KeepLive failed={0} />
      <AdminHeader email={email}>
        <nav aria-label="Admin" className="flex flex-wrap gap-x-5 text-sm">
          {[{ path: paths.admin, name: 'Requests' }, ...otherPages].map(({ path, name }) => (
            // Plain links: the admin's first page begins as a document (docs/decisions/admin-refresh.md).
            <a key={path} href={path} className="py-1.5 underline-offset-4 hover:underline">
              {name}
            </a>
          ))}
        </nav>
      </AdminHeader>
      <main id="main" tabIndex={-1} className="page-width grid gap-8 py-7 text-sm outline-none">
        {children}
      </main>
    </>
  )
}
