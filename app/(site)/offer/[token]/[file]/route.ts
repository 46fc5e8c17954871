import { offerPage } from '@/lib/content/offer'
import { findVisitorsOffer } from '@/lib/offers/queries'
import { acceptedFileName, offerFileName } from '@/lib/offers/text'
import { toShownOffer } from '../../_components/shown-offer'

/** The exact bytes whose SHA-256 the page shows. An accepted offer's file adds a line and the acceptance. */
export async function GET(_: Request, { params }: RouteContext<'/offer/[token]/[file]'>) {
  const { token, file } = await params
  const offer = await findVisitorsOffer(token)
  if (offer === 'unreachable') return respond(offerPage.unreachable.lead, 503)
  if (offer === 'invalid') return respond(offerPage.invalid.title, 404)
  // If the offer was accepted, `newest` is the accepted version: no later one can be sent.
  const { acceptanceText, newest } = toShownOffer(offer, token)
  const text =
    acceptanceText && file === acceptedFileName(newest.version)
      ? `${newest.text}\n${'-'.repeat(40)}\n\n${acceptanceText}\n`
      : offer.versions.find(({ version }) => offerFileName(version) === file)?.text
  if (!text) return respond(offerPage.invalid.title, 404)
  return respond(text, 200, { 'Content-Disposition': `attachment; filename="${file}"` })
}

function respond(body: string, status: number, headers: Record<string, string> = {}) {
  return new Response(body, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  })
}
