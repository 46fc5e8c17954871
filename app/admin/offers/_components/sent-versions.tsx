import { formatDate, formatTimestamp } from '@/lib/dates'
import { formatCents } from '@/lib/offers/money'
import type { OfferPage } from '@/lib/offers/queries'
import { offerFile } from '@/lib/offers/text'
import { paths } from '@/lib/paths'

type Offer = NonNullable<OfferPage['offer']>

interface SentVersionsProps {
  /** The id in the page's URL. */
  id: string
  versions: Offer['versions']
  /** True if the newest version is made, but not sent. */
  isMade: boolean
}

/**
 * The versions, the newest first, each with its file and how it ended. `Standing` shows the end of the newest
 * one.
 */
export function SentVersions({ id, versions, isMade }: SentVersionsProps) {
  return (
    <section aria-labelledby="versions">
      <h2 id="versions" className="font-semibold">
        {isMade ? 'What was made' : 'What was sent'}
      </h2>
      <ul className="mt-2 grid gap-3">
        {versions.map(({ version, sent_at, sent_by, total_cents, valid_until, ending }, place) => (
          <li key={version} className="[overflow-wrap:anywhere]">
            <span className="font-medium">
              Version {version}, {formatCents(total_cents)}
            </span>
            , {isMade && place === 0 ? 'made' : 'sent'} {formatTimestamp(sent_at)} by {sent_by}, valid until{' '}
            {formatDate(valid_until)}.{' '}
            <a
              href={`${paths.offers}/${id}/${offerFile(version)}`}
              className="text-brand underline underline-offset-3"
            >
              <span>Read it</span>
              <span className="sr-only">{`: version ${version}`}</span>
            </a>
            {ending && place > 0 && (
              <>
                <span className="block">
                  {`${ending.ended === 'declined' ? 'They declined it' : 'Withdrawn'}, ${formatTimestamp(ending.ended_at)}.`}
                </span>
                {ending.reason && (
                  <blockquote dir="auto" className="border-l-2 border-input pl-3 whitespace-pre-wrap">
                    {ending.reason}
                  </blockquote>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
