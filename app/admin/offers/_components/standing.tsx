import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { dateAt, formatDate, formatTimestamp } from '@/lib/dates'
import type { OfferPage } from '@/lib/offers/queries'
import { paths, requestPath } from '@/lib/paths'
import { DeleteOffer } from './delete-offer'

/** After this many wrong e-mail addresses in 24 hours, the database rejects every address. */
const MAX_GUESSES = 5

type Offer = NonNullable<OfferPage['offer']>

interface StandingProps {
  offer: Offer
  /** True if the visitor does not have the open version yet. */
  isMade: boolean
  /** The last day with which the next version begins (`YYYY-MM-DD`). */
  renewedUntil: string
}

/** Says if an offer is open, expired, withdrawn, declined or accepted. */
export function Standing({ offer, isMade, renewedUntil }: StandingProps) {
  const [newest] = offer.versions
  const { acceptance, guesses, status } = offer
  if (!newest || !status) return null
  const version = `Version ${newest.version}`
  const { ending } = newest
  const when = ending ? formatTimestamp(ending.ended_at) : ''
  const words = {
    open: `They can accept ${version.toLowerCase()} until the end of ${formatDate(newest.valid_until)}.`,
    expired: `${version} has expired, at the end of ${formatDate(newest.valid_until)}.`,
    withdrawn: `${version} was withdrawn, ${when}.`,
    declined: `They declined version ${newest.version}, ${when}.`,
    accepted: acceptance
      ? `Version ${acceptance.version} was accepted, ${formatTimestamp(acceptance.accepted_at)}.`
      : '',
  }[status]
  return (
    <Alert className="text-sm">
      <p className="font-semibold">
        {isMade ? `${version} is made: send it yourself, no mail server is set up.` : words}
      </p>
      {isMade && <p>Its link opens already. Nobody has it before you send it.</p>}
      {status === 'expired' && offer.request_id && (
        <>
          <p>{`Version ${newest.version + 1} begins as version ${newest.version} was, valid until ${formatDate(renewedUntil)}. Nothing goes out before you send it.`}</p>
          <Button size="sm" className="mt-2 no-underline" asChild>
            <a href={`${paths.offers}/${offer.request_id}?again`}>{`Write version ${newest.version + 1}`}</a>
          </Button>
        </>
      )}
      {status === 'open' && guesses > 0 && (
        <p>
          <span>{`In 24 hours ${guesses === 1 ? '1 wrong email address was' : `${guesses} wrong email addresses were`} typed on its page.`}</span>
          {guesses >= MAX_GUESSES && (
            <span> It takes none any more, not even theirs: send another version, which begins anew.</span>
          )}
        </p>
      )}
      {ending?.reason && (
        <p dir="auto" className="whitespace-pre-wrap">
          {ending.reason}
        </p>
      )}
      {acceptance && (
        <>
          <p>
            {acceptance.channel === 'page'
              ? `On its page, by ${acceptance.typed_name} (${acceptance.email}).`
              : `By email from ${acceptance.email}, recorded by ${acceptance.recorded_by}:`}{' '}
            Kept until {formatDate(acceptance.keep_until)}.
          </p>
          {acceptance.email_text && (
            <blockquote dir="auto" className="mt-2 border-l-2 border-input pl-3 whitespace-pre-wrap">
              {acceptance.email_text}
            </blockquote>
          )}
          <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
            {offer.request_id && (
              <a
                href={requestPath(offer.request_id)}
                className="font-semibold text-brand underline underline-offset-3"
              >
                Write to them
              </a>
            )}
            <a href={`${paths.export}/${offer.id}.json`} className="text-brand underline underline-offset-3">
              Their data
            </a>
            {acceptance.keep_until < dateAt() && <DeleteOffer id={offer.id} of={acceptance.email} />}
          </p>
        </>
      )}
    </Alert>
  )
}
