import { redirect } from 'next/navigation'
import { paths } from '@/lib/paths'
import { getUsualLocation } from '@/lib/settings/queries'
import { getViewer } from '@/lib/supabase/auth'
import { NotAdmin } from '../_components/not-admin'
import { PageFrame } from '../_components/page-frame'
import { Admins } from './_components/admins'
import { ChangePassword } from './_components/change-password'
import { LocationForm } from './_components/location-form'

/** "/admin/settings": what the studio sets about itself. */
export default async function AdminSettingsPage() {
  const viewer = await getViewer()
  if (!viewer) redirect(paths.login)
  if (!viewer.isAdmin) return <NotAdmin email={viewer.email} />
  const location = await getUsualLocation()
  return (
    <PageFrame email={viewer.email}>
      <div>
        <h2 className="text-2xl font-semibold tracking-tight">Settings</h2>
        <h3 className="mt-6 text-lg font-semibold">The usual location</h3>
        <p className="mt-1 max-w-[44em] text-muted-foreground">
          Where calls happen, unless one has a location of its own. Visitors read it once their call is
          confirmed, and never on a public page.
        </p>
      </div>
      <LocationForm location={location} />
      <ChangePassword email={viewer.email} />
      <Admins />
    </PageFrame>
  )
}
