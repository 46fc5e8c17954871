import { FirstStyles } from '@/app/styles/first-styles'
import { RestStyles } from '@/app/styles/rest-styles'
import type { Metadata } from 'next'
import { JsonLd } from '@/components/json-ld'
import { Contours } from '@/components/site/contours'
import { rules, startPage } from '@/lib/content/start'
import { pageMetadata } from '@/lib/http/metadata'
import { ANSWERING, type Given, isComplete, questionIds, readGiven, toQuery } from '@/lib/start/answers'
import { namedPackages, planHints } from '@/lib/start/price'
import { findLaunch } from '@/lib/booking/launch'
import { findResult } from '@/lib/start/result'
import { Missing } from './_components/missing'
import { Questions } from './_components/questions'
import { FitBand, NoneFits, PackageContents } from './_components/result'

/** Search engines index only /start without answers, not the hundreds of results. */
export async function generateMetadata({ searchParams }: PageProps<'/start'>): Promise<Metadata> {
  const metadata = pageMetadata('start')
  return readGiven(await searchParams) ? { ...metadata, robots: { index: false, follow: true } } : metadata
}

/** The answers are stored only in the URL. */
export default async function StartPage({ searchParams }: PageProps<'/start'>) {
  const params = await searchParams
  const given = readGiven(params)
  const sent = given !== null && !(ANSWERING in params)
  if (!sent || !isComplete(given.answers)) return <QuestionsPage given={given} sent={sent} />
  const { answers, after } = given
  const result = findResult(answers)
  const { fittingPackage, instead } = result
  const query = toQuery(answers, after)
  const launch = fittingPackage && (await findLaunch(fittingPackage))
  return (
    <>
      <FirstStyles of="start" />
      <RestStyles />
      <div id="result">
        {fittingPackage && (
          <>
            <FitBand {...{ result, query, fittingPackage, launch }} />
            <PackageContents {...{ result, fittingPackage, after, query }} />
          </>
        )}
        {instead && <NoneFits {...{ result, query, instead }} />}
      </div>
      <Questions {...formProps} given={given} sent change={'change' in params} />
    </>
  )
}

/** Only the necessary fields, because the page's HTML contains them. */
const formProps = {
  outcomes: rules.table.map(({ when, fits }) => ({ when, fits })),
  packages: namedPackages(),
  planHints: planHints(),
}

/** The questions. After a submit, a list above them names those without an answer. */
function QuestionsPage({ given, sent }: { given: Given | null; sent: boolean }) {
  return (
    <>
      <FirstStyles of="start" />
      {sent && <RestStyles />}
      <section className="relative overflow-hidden">
        <Contours className="start-chart" />
        <div className="start-top relative wrap">
          <h1 className="text-headline">{startPage.title}</h1>
          <p className="text-lead">{startPage.lead}</p>
          <p className="text-muted-foreground">{startPage.privacy}</p>
        </div>
        {sent && <Missing ids={questionIds.filter((id) => !given?.answers[id])} />}
      </section>
      <Questions {...formProps} given={given} sent={sent} />
      {!given && <JsonLd page="start" />}
    </>
  )
}
