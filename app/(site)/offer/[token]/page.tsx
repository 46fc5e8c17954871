import type { Metadata } from 'next'
import { OfferText } from '@/components/offer/offer-text'
import { MessagePage } from '@/components/site/message-page'
import { consentText, offerPage } from '@/lib/content/offer'
import { findVisitorsOffer } from '@/lib/offers/queries'
import { acceptedFile, offerFile } from '@/lib/offers/text'
import { paths } from '@/lib/paths'
import { Changes } from '../_components/changes'
import { Signatures } from '../_components/signatures'
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
  const { title, lead, reason, status, left, accepted, parties, newest, earlier } = toShownOffer(offer, token)
  return (
    <OfferView
      {...{ title, lead, reason, token }}
      version={newest.version}
      sha256={newest.sha256}
      isOpen={status === 'open'}
      consent={consentText(newest.version)}
      emailHint={offerPage.accept.emailHint(offer.email_hint ?? '')}
    >
      <div className="offer-columns">
        <article id="offer" className="offer-sheet">
          <OfferText text={newest.text} />
          <Signatures {...{ parties, acceptance: offer.acceptance, accepted }} isOpen={status === 'open'} />
          <p className="offer-hash">
            {offerPage.hash} <code>{newest.sha256}</code>
          </p>
        </article>
        <aside aria-label={offerPage.beside} className="offer-beside">
          {left && <p className="text-title font-semibold">{left}</p>}
          <ul>
            {accepted && (
              <li>
                <a href={`${path}/${acceptedFile(newest.version)}`} className="link">
                  {offerPage.downloadAccepted}, {acceptedFile(newest.version)}
                </a>
              </li>
            )}
            <li>
              <a href={`${path}/${offerFile(newest.version)}`} className="link">
                {offerPage.download}, {offerFile(newest.version)}
              </a>
            </li>
          </ul>
          {status === 'open' && (
            <section>
              <h2 className="text-title font-semibold">{offerPage.questions.title}</h2>
              <p className="mt-2 text-muted-foreground">{offerPage.questions.lead}</p>
            </section>
          )}
        </aside>
        {earlier.length > 0 && (
          <Changes
            {...{ newest, earlier, path }}
            isOpen={status === 'open'}
            since={(await searchParams).since}
          />
        )}
      </div>
    </OfferView>
  )
}
