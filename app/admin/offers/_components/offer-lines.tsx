import { Button } from '@/components/ui/button'
import { dateAt, formatDate, formatShortDate, formatTimestamp } from '@/lib/dates'
import { formatCents } from '@/lib/money'
import type { OfferPage } from '@/lib/requests/offer-page'
import { offerFileName } from '@/lib/offers/text'
import { paths } from '@/lib/paths'
import { CopyButton } from '../../_components/copy-button'
import { FoldedLine } from '../../_components/folded-line'
import { DeleteOffer } from './delete-offer'

type Offer = NonNullable<OfferPage['offer']>

interface OfferLinesProps {
  id: string
  offer: Offer
  /** True if nobody has mailed the newest version to them. */
  isUnsent: boolean
  /** `path` and `url` of the offer's page are null if the site has no `SITE_SECRET`. */
  path: string | null
  url: string | null
}

const shows: Record<NonNullable<Offer['status']>, string> = {
  open: 'Opens the newest version',
  expired: 'Says that it has expired',
  accepted: 'Shows what was accepted',
  declined: 'Says that they declined it',
  withdrawn: 'Says that it was withdrawn',
}

export function OfferLines({ id, offer, isUnsent, path, url }: OfferLinesProps) {
  const { status, acceptance } = offer
  const isDue = acceptance !== null && acceptance.keep_until < dateAt()
  return (
    <section aria-labelledby="versions" className="divide-y divide-border border-b border-border">
      <h2 id="versions" className="pb-2 font-semibold">
        Versions
      </h2>
      <ul className="divide-y divide-border">
        {offer.versions.map((sent, place) => (
          <li
            key={sent.version}
            className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-1 md:grid-cols-[13rem_minmax(0,1fr)_auto]"
          >
            <span className="flex gap-x-4 font-semibold">
              <span>{`Version ${sent.version}`}</span>
              <span className="tabular-nums">{formatCents(sent.total_cents)}</span>
            </span>
            <span className="[overflow-wrap:anywhere] text-muted-foreground max-md:order-last max-md:col-span-full">
              <span>
                {describe(sent, {
                  isUnsent: isUnsent && place === 0,
                  isExpired: status === 'expired' && place === 0,
                })}
              </span>
              {sent.ending?.reason && place > 0 && (
                <blockquote dir="auto" className="border-l-2 border-input pl-3 whitespace-pre-wrap">
                  {sent.ending.reason}
                </blockquote>
              )}
            </span>
            <a
              href={`${paths.offers}/${id}/${offerFileName(sent.version)}`}
              className="rounded py-1 font-semibold text-brand"
            >
              <span>Read it</span>
              <span className="sr-only">{`: version ${sent.version}`}</span>
            </a>
          </li>
        ))}
      </ul>
      <FoldedLine
        verb="See"
        title={<h3 className="font-semibold">Their link</h3>}
        now={
          !path
            ? 'There is none without SITE_SECRET; see going live'
            : isUnsent
              ? 'Opens already'
              : status && shows[status]
        }
      >
        {path && url && (
          <p className="flex flex-wrap items-center gap-2 pb-3">
            <CopyButton text={url} done="Link copied">
              Copy link
            </CopyButton>
            <Button size="sm" variant="link" asChild>
              <a href={path}>Open their page</a>
            </Button>
          </p>
        )}
      </FoldedLine>
      {acceptance && (
        <FoldedLine
          verb="See"
          open={isDue}
          title={<h3 className="font-semibold">Their data</h3>}
          now={`Kept until ${formatDate(acceptance.keep_until)}`}
        >
          <p className="flex flex-wrap items-center gap-2 pb-3">
            <Button size="sm" variant="outline" asChild>
              <a href={`${paths.export}/${offer.id}.json`}>Download it</a>
            </Button>
            {isDue && <DeleteOffer id={offer.id} email={acceptance.email} />}
          </p>
        </FoldedLine>
      )}
    </section>
  )
}

function describe(
  { sent_at, sent_by, valid_until, ending }: Offer['versions'][number],
  { isUnsent, isExpired }: { isUnsent: boolean; isExpired: boolean },
): string {
  const when = `${formatTimestamp(sent_at)} by ${sent_by}.`
  if (isUnsent) return `Made ${when} Not sent yet.`
  if (ending)
    return `Sent ${when} ${ending.ended === 'declined' ? 'They declined it' : 'Withdrawn'}, ${formatTimestamp(ending.ended_at)}.`
  return `Sent ${when}${isExpired ? ` Expired ${formatShortDate(valid_until)}.` : ''}`
}
