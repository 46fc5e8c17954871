import { offerPage } from '@/lib/content/offer'
import { compareTexts } from '@/lib/offers/changes'
import type { OfferVersion } from '@/lib/offers/queries'

interface ChangesProps {
  newest: OfferVersion
  /** The versions before it, the newest first; at least one. */
  earlier: OfferVersion[]
  /** The number of the version to compare with, from the address. */
  since: unknown
  /** The page's path. */
  path: string
  /** Whether they are still to decide. */
  isOpen: boolean
}

/** Every version has another number and date, and empty lines say nothing. */
const saysNothing = /^(?:Version: \d+, of .+)?$/

/** What changed since an earlier version, line by line; by default since the one before. */
export function Changes({ newest, earlier, since, path, isOpen }: ChangesProps) {
  const chosen = earlier.find(({ version }) => String(version) === since)
  const before = chosen ?? earlier[0]
  if (!before) return null
  const changes = compareTexts(before.text, newest.text).filter(
    ({ kind, line }) => kind !== 'same' && !saysNothing.test(line),
  )
  return (
    <details
      id="changes"
      open={isOpen || chosen !== undefined}
      className="change mt-8 max-w-3xl scroll-mt-24 border-y border-border"
    >
      <summary>
        {offerPage.changes} since version {before.version}
      </summary>
      <div className="grid gap-4 pb-7">
        {earlier.length > 1 && (
          <p className="flex flex-wrap items-center gap-x-4">
            <span className="text-muted-foreground">Compare with version</span>
            {earlier.map(({ version }) => (
              <a
                key={version}
                href={`${path}?since=${version}#changes`}
                aria-current={version === before.version || undefined}
                className="link inline-flex min-h-11 min-w-6 items-center justify-center aria-[current]:font-semibold"
              >
                {version}
              </a>
            ))}
          </p>
        )}
        <ul className="offer-changes">
          {changes.map(({ kind, line }, at) => (
            <li key={at}>
              <span aria-hidden>{kind === 'added' ? '+' : '−'}</span>
              {kind === 'added' ? (
                <span dir="auto">
                  <span className="sr-only">New: </span>
                  <ins>{line}</ins>
                </span>
              ) : (
                <span dir="auto">
                  <span className="sr-only">Gone: </span>
                  <del>{line}</del>
                </span>
              )}
            </li>
          ))}
        </ul>
        {changes.length === 0 && <p>{offerPage.same}</p>}
      </div>
    </details>
  )
}
