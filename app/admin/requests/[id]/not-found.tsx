import { redirect } from 'next/navigation'
import { paths } from '@/lib/paths'
import { getViewer } from '@/lib/supabase/auth'
import { BackToList } from '../../_components/back-to-list'
import { PageFrame } from '../../_components/page-frame'

export default async function RequestNotFound() {
  const viewer = await getViewer()
  if (!viewer) redirect(paths.login)
  return (
    <PageFrame email={viewer.email} current="requests">
      <div>
        <BackToList />
        <h2 className="mt-4 text-title font-semibold">This request does not exist any more</h2>
        <p className="mt-2">
          If the link came in an email, it may have been cut off. Look for the person in the list.
        </p>
      </div>
    </PageFrame>
  )
}
