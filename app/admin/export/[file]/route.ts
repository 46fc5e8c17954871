import { findPerson } from '@/lib/export/queries'
import { requestId } from '@/lib/requests/schema'
import { adminClient } from '@/lib/supabase/auth'
import { download } from '../../download'

const missing = 'Nothing is kept about such a person: there is no such request, or they were erased.'

/** `<id>.json`: the id of a request, or of an erased person's accepted offer. */
export async function GET(_: Request, { params }: RouteContext<'/admin/export/[file]'>) {
  const { file } = await params
  const id = file.endsWith('.json') ? requestId.safeParse(file.slice(0, -'.json'.length)).data : undefined
  return download({ name: `person-${file}`, type: 'application/json', missing }, async () => {
    if (id) return findPerson(id)
    await adminClient()
    return null
  })
}

/** Without this function, Next would run GET for a HEAD request. */
export function HEAD() {
  return new Response(null)
}
