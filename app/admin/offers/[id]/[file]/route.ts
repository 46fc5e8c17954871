import { findOfferPage } from '@/lib/requests/offer-page'
import { offerFileName } from '@/lib/offers/text'
import { requestId } from '@/lib/requests/schema'
import { adminClient } from '@/lib/supabase/auth'
import { download } from '../../../download'

/** Byte for byte as the version was sent. */
export async function GET(_: Request, { params }: RouteContext<'/admin/offers/[id]/[file]'>) {
  const { id, file } = await params
  const type = 'text/plain; charset=utf-8'
  return download({ name: file, type, missing: 'There is no such file.' }, async () => {
    await adminClient()
    const known = requestId.safeParse(id).data
    const page = known ? await findOfferPage(known) : null
    return page?.offer?.versions.find((sent) => offerFileName(sent.version) === file)?.text ?? null
  })
}
