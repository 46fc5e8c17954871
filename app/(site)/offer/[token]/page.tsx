import type { Metadata } from 'next'
import { OfferText } from '@/components/offer/offer-text'
import { MessagePage } from '@/components/site/message-page'
import { consentText, offerPage } from '@/lib/content/offer'
import { findVisitorsOffer } from '@/lib/offers/queries'
import { acceptedFileName, offerFileName } from '@/lib/offers/text'
import { paths } from '@/lib/paths'
import { Accepted } from '../_components/accepted'
import { Changes } from '../_components/changes'
import { OurSignature, TheirSignature } from '../_components/signatures'
import { OfferView } from '../_components/offer-view'
import { toShownOffer } from '../_components/shown-offer'
import '../offer.css'

export const metadata: Metadata = { title: 'Our offer', robots: { index: false, follow: false } }

/** A GET changes nothing, because mail programs open links by themselves. */
export default async function OfferPage({ params, searchParams }: PageProps<'/offer/[token]'>) {
  const { token } = await params
  const offer = await findVisitorsOffer(token)
  const path = `${paths.offer}/${token}`
  if (offer === 'unreachable') return <MessagePage {...offerPage.unreachable} retry={path} />
  if (offer === 'invalid') return <MessagePage {...offerPage.invalid} />
  const shown = toShownOffer(offer, token)
  const { title, lead, reason, status, bar, acceptanceText, parties, newest, earlier } = shown
  const { acceptance } = offer
  const isOpen = status === 'open'
  const files = {
    accepted: `${path}/${acceptedFileName(newest.version)}`,
    text: `${path}/${offerFileName(newest.version)}`,
  }
  return (
    <OfferView
      {...{ title, lead, reason, token, isOpen, bar }}
      version={newest.version}
      sha256={newest.sha256}
      consent={consentText(newest.version)}
      emailHint={offerPage.accept.emailHint(offer.email_hint ?? '')}
      isAccepted={status === 'accepted'}
      downloadLink={
        !acceptanceText && (
          <p>
            <a href={files.text} className="link">
              {offerPage.download}
            </a>
          </p>
        )
      }
      nextSteps={
        acceptanceText && <Accepted text={newest.text} email={acceptance?.email ?? ''} files={files} />
      }
      changes={
        earlier.length > 0 && (
          <Changes {...{ newest, earlier, path, isOpen }} since={(await searchParams).since} />
        )
      }
      ourSignature={<OurSignature {...parties} isOpen={isOpen} />}
      theirSignature={<TheirSignature {...{ parties, acceptance, acceptanceText, isOpen }} />}
      fingerprint={
        <p className="offer-hash">
          <span>{offerPage.hash}</span> <code>{newest.sha256}</code>
        </p>
      }
    >
      <OfferText text={newest.text} />
    </OfferView>
  )
}
