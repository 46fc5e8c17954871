import type { Metadata } from 'next'
import { JsonLd } from '@/components/json-ld'
import { Contours } from '@/components/site/contours'
import { start } from '@/lib/content/start'
import { pageMetadata } from '@/lib/site/metadata'
import { type Given, isComplete, questionIds, readGiven, toQuery } from '@/lib/start/answers'
import { findLaunch } from '@/lib/start/queries'
import { findResult } from '@/lib/start/result'
import { Missing } from './_components/missing'
import { PriceSummary } from './_components/price-summary'
import { Questions } from './_components/questions'
import { FitBand, NoneFits, Wishes } from './_components/result'

/** Only the plain page is for search engines: a result is one of hundreds. */
export async function generateMetadata({ searchParams }: PageProps<'/start'>): Promise<Metadata> {
  const metadata = pageMetadata('start')
  return readGiven(await searchParams) ? { ...metadata, robots: { index: false, follow: true } } : metadata
}

/** "/start": five questions, and the package that fits. The answers are in the address, and only there. */
export default async function StartPage({ searchParams }: PageProps<'/start'>) {
  const params = await searchParams
  const given = readGiven(params)
  if (!given || !isComplete(given.answers)) return <QuestionsPage given={given} />
  const { answers, after } = given
  const result = findResult(answers)
  const { fits, instead } = result
  const query = toQuery(answers, after)
  const launch = fits && (await findLaunch(fits))
  return (
    <>
      {/* What is printed. */}
      <div id="result">
        {fits && (
          <>
            <FitBand {...{ result, query, fits }} />
            <Wishes result={result} />
            <PriceSummary {...{ fits, after, launch, query }} />
          </>
        )}
        {instead && <NoneFits {...{ result, query, instead }} />}
      </div>
      <Questions given={given} change={'change' in params} />
    </>
  )
}

/** The questions, and which of them are still open. */
function QuestionsPage({ given }: { given: Given | null }) {
  return (
    <>
      <section className="relative overflow-hidden">
        <Contours className="start-chart" />
        <div className="start-top relative wrap grid-12">
          <h1 className="text-display">{start.title}</h1>
          <div>
            <p className="text-lead">{start.lead}</p>
            <p className="mt-4 text-muted-foreground">{start.privacy}</p>
          </div>
        </div>
        {given && <Missing ids={questionIds.filter((id) => !given.answers[id])} />}
      </section>
      <Questions given={given} />
      {!given && <JsonLd page="start" />}
    </>
  )
}
