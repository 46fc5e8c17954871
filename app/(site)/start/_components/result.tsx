import { priceNote } from '@/lib/content/place'
import Link from 'next/link'
import { Contours } from '@/components/site/contours'
import { SectionLink } from '@/components/site/section-link'
import { WhatComesNext } from '@/components/site/what-comes-next'
import { buttonVariants } from '@/components/ui/button-variants'
import { type Package, packages } from '@/lib/content/packages'
import { type Instead, start, startResult } from '@/lib/content/start'
import { site } from '@/lib/content/studio'
import { dateAt, formatLongDate } from '@/lib/dates'
import { paths } from '@/lib/paths'
import type { After } from '@/lib/start/answers'
import { priceLines } from '@/lib/start/price'
import type { Result } from '@/lib/start/result'
import { Decided } from './decided'

const words = startResult
const depths = ['depth-1', 'depth-2', 'depth-3']

interface AnsweredProps {
  result: Result
  /** The visitor's answers as a query, which a booking stores. */
  query: string
}

interface FitBandProps extends AnsweredProps {
  fittingPackage: Package
  launch: string | null
}

export function FitBand({ result, query, fittingPackage, launch }: FitBandProps) {
  const { id, name, price, timeline } = fittingPackage
  const depth = depths[packages.items.indexOf(fittingPackage)] ?? depths.at(-1)
  const { title, steps, live, weeks } = words.next
  return (
    <section aria-labelledby="fit" className={`relative overflow-hidden deep bg-transparent! ${depth}`}>
      <Contours
        edge="15deg, #000 5rem, #0000 13rem"
        ground="bg-background"
        className="bottom-0 left-0 w-[46rem] max-lg:hidden"
      />
      <div className="fit-words relative wrap grid-12">
        <div className="lg:col-span-7">
          {/* autoFocus, because the button below it requested the page. */}
          <h1 id="fit" tabIndex={-1} autoFocus>
            <span className="fit-title">{words.title}</span> <span className="text-headline">{name}</span>
          </h1>
          <p className="package-price">{price}</p>
          <p className="package-terms">
            <span>{timeline}</span>
            <span>{priceNote}</span>
          </p>
          <p className="fit-actions">
            <NextSteps query={query} params={`package=${id}&`} />
          </p>
        </div>
        <div className="lg:col-span-5">
          <Decided reasons={result.reasons} />
          <h2 className="font-medium text-muted-foreground">{title}</h2>
          <div className="mt-3">
            <WhatComesNext steps={[...steps, { title: live, text: launch ?? weeks(timeline) }]} />
          </div>
        </div>
      </div>
    </section>
  )
}

export function PackageContents({
  result,
  fittingPackage,
  after,
  query,
}: AnsweredProps & { fittingPackage: Package; after: After }) {
  const { contains, others, leavesOut, nextPackage, wiser } = result
  const costs = words.price
  return (
    <div className="scope wrap">
      <section aria-labelledby="contains">
        <h2 id="contains">{words.contains}</h2>
        <ul>
          {contains.map(({ text, line }) => (
            <li key={text}>
              {text}
              <span>{line}</span>
            </li>
          ))}
          <li>
            {words.others}
            <span>{others.join(', ')}</span>
          </li>
        </ul>
        <SectionLink section="packages" className="screen-only text-link">
          {words.list}
        </SectionLink>
      </section>
      <section aria-labelledby="leaves-out">
        <h2 id="leaves-out">{words.leavesOut}</h2>
        <ul>
          {leavesOut.map((text) => (
            <li key={text}>{text}</li>
          ))}
          {nextPackage && nextPackage.lines.length > 0 && (
            <li className="text-muted-foreground">
              {`${words.onlyIn(nextPackage.name)}: ${nextPackage.lines.join(', ')}`}
            </li>
          )}
        </ul>
        {wiser && (
          <>
            <h2 className="mt-8">{wiser.title}</h2>
            <p>{wiser.text}</p>
          </>
        )}
      </section>
      <section aria-labelledby="costs">
        <h2 id="costs">{costs.title}</h2>
        <ul>
          {priceLines(fittingPackage, after).map(({ name, price, note, tax }) => (
            <li key={name}>
              <p className="scope-price">
                <b>{name}</b>
                <b>{price}</b>
              </p>
              {note && <p>{note}</p>}
              <p className="text-muted-foreground">{tax}</p>
            </li>
          ))}
        </ul>
        <p className="border-t border-border pt-3 text-sm">
          <span>{costs.noOffer}</span> <span className="screen-only">{costs.print}</span>
        </p>
        <OnPaper query={query} />
      </section>
    </div>
  )
}

function OnPaper({ query }: { query: string }) {
  return (
    <p className="printed">
      {site.name}, {site.email}, {formatLongDate(dateAt())}
      <br />
      {`${site.url}${paths.start}?${query}`}
    </p>
  )
}

export function NoneFits({ result, query, instead }: AnsweredProps & { instead: Instead }) {
  const { title, text } = words.instead[instead]
  return (
    <section aria-labelledby="fit" className="mb-8 bg-muted">
      <div className="fit-words wrap grid-12">
        <h1 id="fit" tabIndex={-1} autoFocus className="lg:col-span-7">
          <span className="fit-title">{words.title}</span>{' '}
          <span className="fit-none text-display">{title}</span>
        </h1>
        <div className="lg:col-span-5">
          <Decided reasons={result.reasons} />
          <p className="border-t border-border pt-6">{text}</p>
          <p className="fit-actions">
            <NextSteps query={query} params="" isQuiet={instead === 'website'} />
            <Link href={bookingHref('step=2&', query)} prefetch={false} className="text-link">
              {words.write}
            </Link>
          </p>
          <OnPaper query={query} />
        </div>
      </div>
    </section>
  )
}

const bookingHref = (params: string, query: string) =>
  `${paths.booking}?${params}fit=${encodeURIComponent(query)}`

function NextSteps({
  query,
  params,
  isQuiet = false,
}: {
  /** The visitor's answers as a query, which a booking stores. */
  query: string
  /** More parameters for /booking, such as `package=starter&`. The link puts them before the answers. */
  params: string
  /** True to show the link to a call in outline style, because the advice is not a call. */
  isQuiet?: boolean
}) {
  return (
    <>
      <Link
        href={bookingHref(params, query)}
        prefetch={false}
        className={buttonVariants({ variant: isQuiet ? 'outline' : 'default', size: 'lg' })}
      >
        {words.action}
      </Link>
      {/* The server unfolds them, because not every browser unfolds the target of a link within the page. */}
      <Link href={`${paths.start}?${query}&change=1#questions`} prefetch={false} className="text-link">
        {start.again.change}
      </Link>
    </>
  )
}
