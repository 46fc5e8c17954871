import { findOfferPage } from '@/lib/offers/queries'
import { offerFile } from '@/lib/offers/text'
import { requestId } from '@/lib/requests/schema'
import { AccessError, adminClient } from '@/lib/supabase/auth'

/**
 * Downloads the exact bytes of a version. 401 without a session, 403 for non-admins, 404 when there
 * is none.
 */
export async function GET(_: Request, { params }: RouteContext<'/admin/offers/[id]/[file]'>) {
  try {
    await adminClient()
  } catch (error) {
    if (!(error instanceof AccessError)) throw error
    return new Response('For admins only.', { status: error.reason === 'signed-out' ? 401 : 403 })
  }
  const { id, file } = await params
  const known = requestId.safeParse(id).data
  const page = known ? await findOfferPage(known) : null
  const version = page?.offer?.versions.find((sent) => offerFile(sent.version) === file)
  if (!version) return new Response('There is no such file.', { status: 404 })
  return new Response(version.text, {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Disposition': `attachment; filename="${file}"`,
      'Cache-Control': 'no-store',
    },
  })
}
