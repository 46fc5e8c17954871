import { offerPage } from '@/lib/content/offer'
import { findVisitorsOffer } from '@/lib/offers/queries'
import { offerFile } from '@/lib/offers/text'

/** Downloads the exact bytes of a version, whose SHA-256 its page shows. */
export async function GET(_: Request, { params }: RouteContext<'/offer/[token]/[file]'>) {
  const { token, file } = await params
  const offer = await findVisitorsOffer(token)
  if (offer === 'unreachable') return respond(offerPage.unreachable.lead, 503)
  const version = offer !== 'invalid' && offer.versions.find((sent) => offerFile(sent.version) === file)
  if (!version) return respond(offerPage.invalid.title, 404)
  return respond(version.text, 200, { 'Content-Disposition': `attachment; filename="${file}"` })
}

function respond(body: string, status: number, headers: Record<string, string> = {}) {
  return new Response(body, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  })
}
