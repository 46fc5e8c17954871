import 'server-only'
import { redirect, unstable_rethrow } from 'next/navigation'
import { connection } from 'next/server'
import { paths } from '@/lib/paths'
import { getViewer, type Viewer } from '@/lib/supabase/auth'
import { NotAdmin } from './not-admin'
import { PreviousPage } from './previous-data'
import { logFailure } from '../admin-action'

type Page<Props> = (props: Props, viewer: Viewer) => Promise<React.ReactNode>

/** If reading the page again fails, the open page stays with its dialogs. */
export function keepPage<Props>(page: Page<Props>) {
  return async function KeptPage(props: Props) {
    await connection() // nothing is read at the build
    const content = await forAdmin(page, props).catch((error: unknown) => {
      unstable_rethrow(error)
      logFailure('Failed to load admin data.', error)
      return null
    })
    return <PreviousPage>{content}</PreviousPage>
  }
}

async function forAdmin<Props>(page: Page<Props>, props: Props) {
  const viewer = await getViewer()
  if (!viewer) redirect(paths.login)
  return viewer.isAdmin ? page(props, viewer) : <NotAdmin email={viewer.email} />
}
