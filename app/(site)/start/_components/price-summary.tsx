import type { Package } from '@/lib/content/packages'
import { site, studio } from '@/lib/content/site'
import { startResult } from '@/lib/content/start'
import { dateAt, formatLongDate } from '@/lib/dates'
import { paths } from '@/lib/paths'
import type { After } from '@/lib/start/answers'
import { priceLines } from '@/lib/start/price'

interface PriceSummaryProps {
  fits: Package
  after: After
  /** When it could be live; null when nobody knows. */
  launch: string | null
  query: string
}

const words = startResult.price

/** What it costs, set like a menu as the support plans are; with GST apart, and when it could be live. */
export function PriceSummary({ fits, after, launch, query }: PriceSummaryProps) {
  return (
    <section aria-labelledby="price-title" className="bg-muted">
      <div className="wrap grid-12 gap-y-10 section">
        <div className="lg:col-span-5">
          <h2 id="price-title" className="text-headline">
            {words.title}
          </h2>
          <p className="mt-4 text-muted-foreground">
            {studio.priceNote}, {formatLongDate(dateAt())}
          </p>
        </div>
        <div className="lg:col-span-7">
          <ul className="fare">
            {priceLines(fits, after).map(({ name, price, note, gst }) => (
              <li key={name}>
                <div>
                  <h3>{name}</h3>
                  <p>{price}</p>
                </div>
                <p>{note}</p>
                <p className="mt-1">{gst}</p>
              </li>
            ))}
          </ul>
          {launch && (
            <>
              <h3 className="mt-12">{startResult.launch.title}</h3>
              <p className="mt-2">{launch}</p>
            </>
          )}
          <p className="no-offer text-muted-foreground">
            {words.noOffer} <span className="screen-only">{words.print}</span>
          </p>
          <p className="paper-only">
            {site.name}, {site.email}
            <br />
            {`${site.url}${paths.start}?${query}`}
          </p>
        </div>
      </div>
    </section>
  )
}
