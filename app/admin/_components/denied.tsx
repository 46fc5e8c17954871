import 'server-only'
import { redirect } from 'next/navigation'
import { paths } from '@/lib/paths'
import { isSessionOpen } from '@/lib/supabase/auth'
import { NotAdmin } from './not-admin'

/** After the database denied a read, because the session has ended or the role is gone. */
export async function denied(email: string, path: string) {
  if (!(await isSessionOpen().catch(() => true)))
    redirect(`${paths.login}?next=${encodeURIComponent(path)}&ended=session`)
  return <NotAdmin email={email} />
}
