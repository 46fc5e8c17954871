import { offerPage } from '@/lib/content/offer'
import { listTextChanges } from '@/lib/offers/changes'
import type { OfferVersion } from '@/lib/offers/queries'

interface ChangesProps {
  newest: OfferVersion
  /** Newest first. */
  earlier: OfferVersion[]
  /** The number of the earlier version to compare with, from the URL. */
  since: unknown
  path: string
  isOpen: boolean
}

const words = offerPage.changes

/** By default since the version before. */
export function Changes({ newest, earlier, since, path, isOpen }: ChangesProps) {
  const chosen = earlier.find(({ version }) => String(version) === since)
  const before = chosen ?? earlier[0]
  if (!before) return null
  const changes = listTextChanges(before.text, newest.text)
  return (
    <div id="changes" className="offer-news">
      {isOpen && (
        <p>
          <span className="tag tag-yellow">{words.tag(newest.version)}</span> <b>{words.title}</b>{' '}
          <span>{words.lead}</span>
        </p>
      )}
      <details open={isOpen || chosen !== undefined} className="change">
        <summary>{words.since(before.version)}</summary>
        {earlier.length > 1 && (
          <p className="offer-versions">
            <span className="text-muted-foreground">{words.compare}</span>
            {earlier.map(({ version }) => (
              <a
                key={version}
                href={`${path}?since=${version}#changes`}
                aria-current={version === before.version || undefined}
                className="link"
              >
                {version}
              </a>
            ))}
          </p>
        )}
        <ul className="offer-changes">
          {changes.map(({ about, was, is }, at) => (
            <li key={at}>
              {about && <span dir="auto">{about}</span>}
              <p>
                {was && is && <span className="sr-only">{words.was}</span>}
                {was && !is && <b>{words.gone}</b>}
                {was && <del dir="auto">{was}</del>}
                {was && is && <span aria-hidden>→</span>}
                {was && is && <span className="sr-only">{words.is}</span>}
                {is && !was && <b>{words.new}</b>}
                {is && <ins dir="auto">{is}</ins>}
              </p>
            </li>
          ))}
        </ul>
        {changes.length === 0 && <p className="pb-5">{words.same}</p>}
      </details>
    </div>
  )
}
