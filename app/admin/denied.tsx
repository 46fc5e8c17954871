import 'server-only'
import { redirect } from 'next/navigation'
import { paths } from '@/lib/paths'
import { isSessionOpen } from '@/lib/supabase/auth'
import { NotAdmin } from './_components/not-admin'

/**
 * What a page shows when the database denies its reads. A session that ended while it was rendered, as by a
 * change of password in another tab, leads to the sign-in, and after it back to `path`.
 */
export async function denied(email: string, path: string) {
  if (!(await isSessionOpen().catch(() => true)))
    redirect(`${paths.login}?next=${encodeURIComponent(path)}&ended=session`)
  return <NotAdmin email={email} />
}
