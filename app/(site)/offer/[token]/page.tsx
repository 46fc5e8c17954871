import type { Metadata } from 'next'
import { OfferText } from '@/components/offer/offer-text'
import { MessagePage } from '@/components/site/message-page'
import { consentText, offerPage } from '@/lib/content/offer'
import { findVisitorsOffer } from '@/lib/offers/queries'
import { offerFile } from '@/lib/offers/text'
import { paths } from '@/lib/paths'
import { Changes } from '../_components/changes'
import { OfferView } from '../_components/offer-view'
import { toShownOffer } from '../_components/shown-offer'
import '../offer.css'

export const metadata: Metadata = { title: 'Our offer', robots: { index: false, follow: false } }

/**
 * An offer's own page, for whoever has its link. A GET changes nothing, because mail programs open
 * links by themselves.
 */
export default async function OfferPage({ params, searchParams }: PageProps<'/offer/[token]'>) {
  const { token } = await params
  const offer = await findVisitorsOffer(token)
  const path = `${paths.offer}/${token}`
  if (offer === 'unreachable') return <MessagePage {...offerPage.unreachable} retry={path} />
  if (offer === 'invalid') return <MessagePage {...offerPage.invalid} />
  const { title, lead, reason, status, newest, earlier } = toShownOffer(offer, token)
  return (
    <OfferView
      {...{ title, lead, reason, token }}
      version={newest.version}
      sha256={newest.sha256}
      isOpen={status === 'open'}
      consent={consentText(newest.version)}
    >
      <article id="offer" className="offer-sheet">
        <OfferText text={newest.text} />
        <div className="offer-hash">
          <p>
            {offerPage.hash} <code>{newest.sha256}</code>
          </p>
          <p>
            <a
              href={`${path}/${offerFile(newest.version)}`}
              className="link inline-flex min-h-11 items-center"
            >
              {offerPage.download}, {offerFile(newest.version)}
            </a>
          </p>
        </div>
      </article>
      {earlier.length > 0 && <Changes {...{ newest, earlier, path }} since={(await searchParams).since} />}
    </OfferView>
  )
}
