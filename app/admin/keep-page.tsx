import 'server-only'
import { unstable_rethrow } from 'next/navigation'
import { connection } from 'next/server'
import { PreviousPage } from './_components/previous-data'
import { logFailure } from './admin-action'

/**
 * Wraps a page of the admin. If reading it again fails, for example because Auth does not respond, the open page
 * stays with its dialogs.
 */
export function keepPage<Props>(page: (props: Props) => Promise<React.ReactNode>) {
  return async function KeptPage(props: Props) {
    await connection() // nothing is read at the build
    const content = await page(props).catch((error: unknown) => {
      unstable_rethrow(error)
      logFailure('Failed to load admin data.', error)
      return null
    })
    return <PreviousPage>{content}</PreviousPage>
  }
}
