import { findPerson } from '@/lib/export/queries'
import { requestId } from '@/lib/requests/schema'
import { adminClient } from '@/lib/supabase/auth'
import { download } from '../../download'

const missing = 'Nothing is kept about such a person: there is no such request, or they were erased.'

/**
 * Downloads everything about one person as `<id>.json`: by the id of a request of theirs, or of an offer
 * that they accepted, which is all that leads to somebody who was erased.
 */
export async function GET(_: Request, { params }: RouteContext<'/admin/export/[file]'>) {
  const { file } = await params
  const id = file.endsWith('.json') ? requestId.safeParse(file.slice(0, -'.json'.length)).data : undefined
  return download({ name: `person-${file}`, type: 'application/json', missing }, async () => {
    if (id) return findPerson(id)
    await adminClient()
    return null
  })
}

/** Next would run GET for it. */
export function HEAD() {
  return new Response(null)
}
