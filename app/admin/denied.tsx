import 'server-only'
import { redirect } from 'next/navigation'
import { paths } from '@/lib/paths'
import { isSessionOpen } from '@/lib/supabase/auth'
import { NotAdmin } from './_components/not-admin'

/**
 * Shows `NotAdmin` after the database denied a read. If the session has ended, redirects to the sign-in page
 * instead, which returns to `path`.
 */
export async function denied(email: string, path: string) {
  if (!(await isSessionOpen().catch(() => true)))
    redirect(`${paths.login}?next=${encodeURIComponent(path)}&ended=session`)
  return <NotAdmin email={email} />
}
