import Link from 'next/link'
import { Contours } from '@/components/site/contours'
import { buttonVariants } from '@/components/ui/button-variants'
import { type Package, type PackageId, packages } from '@/lib/content/packages'
import { start, startResult } from '@/lib/content/start'
import { studio } from '@/lib/content/site'
import { paths } from '@/lib/paths'
import type { Result } from '@/lib/start/result'
import { Decided } from './decided'

const words = startResult
const depths = ['depth-1', 'depth-2', 'depth-3']
const idOf = ({ name }: Package) => name.toLowerCase() as PackageId

interface AnsweredProps {
  result: Result
  /** The query of the result, which goes with a booking. */
  query: string
}

/** The package that fits, as deep as it lies on the landing page, and why. The price is the picture. */
export function FitBand({ result, query, fits }: AnsweredProps & { fits: Package }) {
  const { name, price, timeline } = fits
  const depth = depths[packages.items.indexOf(fits)]
  return (
    <section aria-labelledby="fit" className={`relative overflow-hidden deep bg-transparent! ${depth}`}>
      <Contours ground="bg-background" className="-top-36 -right-[46rem] w-[128rem]" />
      <div className="fit-words relative wrap grid-12 items-start gap-y-12">
        <div className="lg:col-span-7">
          {/* autoFocus, because the page was asked for by the button below it. */}
          <h1 id="fit" tabIndex={-1} autoFocus>
            <span className="fit-title">{words.title}</span> <span className="text-headline">{name}</span>
          </h1>
          <p className="package-price">{price}</p>
          <p className="package-terms">
            <span>{timeline}</span>
            <span>{studio.priceNote}</span>
          </p>
          <p className="fit-actions">
            <NextSteps query={query} params={`package=${idOf(fits)}`} action={words.action} />
          </p>
        </div>
        <div className="lg:col-span-5">
          <Decided because={result.because} />
        </div>
      </div>
    </section>
  )
}

/** What of the wish is in the package, what is not, and when another package would be wiser. */
export function Wishes({ result, fits }: { result: Result; fits: Package }) {
  const { contains, leavesOut, next } = result
  const wiser = words.next[idOf(fits)]
  return (
    <section aria-label={words.wishes} className="wishes wrap grid-12 gap-y-12 section">
      <div className="lg:col-span-6">
        <h2>{words.contains}</h2>
        <ul>
          {contains.map(({ text, line }) => (
            <li key={text}>
              {text}
              <span>{line}</span>
            </li>
          ))}
        </ul>
      </div>
      <div className="lg:col-span-5 lg:col-start-8">
        <h2>{words.leavesOut}</h2>
        <ul>
          {leavesOut.map((text) => (
            <li key={text}>{text}</li>
          ))}
          {next && next.lines.length > 0 && (
            <li className="text-muted-foreground">
              {`${words.onlyIn} ${next.name}: ${next.lines.join(', ')}`}
            </li>
          )}
        </ul>
        <h2 className="mt-12">{wiser.title}</h2>
        <p className="mt-3 text-muted-foreground">{wiser.text}</p>
      </div>
    </section>
  )
}

/** That no package fits, why, and the way to the message form. */
export function NoneFits({ result, query }: AnsweredProps) {
  const { title, text, action } = words.none
  return (
    <section aria-labelledby="fit" className="relative overflow-hidden">
      <Contours className="start-chart" />
      <div className="fit-words relative wrap grid-12 items-start gap-y-12">
        <h1 id="fit" tabIndex={-1} autoFocus className="lg:col-span-7">
          <span className="fit-title">{words.title}</span> <span className="text-display">{title}</span>
        </h1>
        <div className="lg:col-span-5">
          <Decided because={result.because} />
          <p className="fit-note">{text}</p>
          <p className="fit-actions">
            <NextSteps query={query} params="step=2" action={action} />
          </p>
        </div>
      </div>
    </section>
  )
}

interface NextStepsProps {
  /** The result's query, which goes along. */
  query: string
  /** The other parameters of /booking. */
  params: string
  action: string
}

/** To the booking form with the answers, or back to the questions. */
function NextSteps({ query, params, action }: NextStepsProps) {
  return (
    <>
      <Link
        href={`${paths.booking}?${params}&fit=${encodeURIComponent(query)}`}
        prefetch={false}
        className={buttonVariants({ size: 'lg' })}
      >
        {action}
      </Link>
      {/* By the server, because not every browser unfolds what a link within the page leads to. */}
      <Link href={`${paths.start}?${query}&change=1#questions`} prefetch={false} className="text-link">
        {start.again.change}
      </Link>
    </>
  )
}
