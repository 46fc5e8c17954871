import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { Suspense } from 'react'
import { getViewer } from '@/lib/supabase/auth'
import { readChosenDate } from '@/lib/availability/chosen-date'
import { weekdays } from '@/lib/availability/schedule'
import { findNextSlots } from '@/lib/booking/queries'
import { dateAt } from '@/lib/dates'
import { mailIsOn } from '@/lib/mail/config'
import { paths } from '@/lib/paths'
import { AddAvailability } from './_availability/add-availability'
import { ExceptionsPanel } from './_availability/exceptions-panel'
import { formKey } from './_availability/form-values'
import { RecurringPanel } from './_availability/recurring-panel'
import { AdminBar } from './_components/admin-bar'
import { FailureToast } from './_components/failure-toast'
import { FoldingSection } from './_components/folding-section'
import { readFolds } from './_components/folds'
import { KeepLive } from './_components/live'
import { LiveStatus } from './_components/live-status'
import { NotAdmin } from './_components/not-admin'
import { PreviousIfFailed } from './_components/previous-data'
import { Strip } from './_requests/strip'
import { TabTitle } from './_components/tab-title'
import { describeNews } from './news'
import { NewsLines } from './news-lines'
import { RequestsPanel } from './_requests/list/requests-panel'
import { denied } from './denied'
import { keepPage } from './keep-page'
import { getDashboard } from './queries'

/** "/admin": the news, today's and tomorrow's calls, the availability and the list of requests. */
async function AdminPage({ searchParams }: PageProps<'/admin'>) {
  const params = await searchParams
  const viewer = await getViewer()
  if (!viewer) redirect(paths.login)
  if (!viewer.isAdmin) return <NotAdmin email={viewer.email} />

  const today = dateAt()
  const folds = readFolds((await cookies()).toString(), params.open)
  const [next] = (folds.exceptions && (await findNextSlots())) || []
  const chosen = readChosenDate(params, today, next?.date)
  const { requests, open, hours, news, schedule, ...dashboard } = await getDashboard(params, chosen, folds)
  const { view } = dashboard
  if (requests.list.isDenied) return denied(viewer.email, paths.admin)
  const context = hours && {
    ...{ email: viewer.email, today },
    ...{ recurring: hours.recurring, exceptions: hours.exceptions, presets: hours.presets },
  }
  const counts = requests.list.data?.counts
  return (
    <>
      <KeepLive failed={dashboard.failed} readAt={counts?.readAt} />
      <AdminBar email={viewer.email} current="requests" toAnswer={counts?.to_answer}>
        <LiveStatus readAt={dashboard.failed > 0 ? null : dashboard.readAt} />
      </AdminBar>
      {counts && <TabTitle count={counts.to_answer} />}
      <Suspense key={chosen.date} fallback={null}>
        <FailureToast failures={dashboard.failures} />
      </Suspense>
      <main id="main" tabIndex={-1} className="page-width grid gap-3 py-4 text-sm outline-none">
        <PreviousIfFailed failed={news.failure !== null}>
          <NewsLines news={news.data ? describeNews(news.data) : []} />
        </PreviousIfFailed>
        <Strip {...requests} counts={counts} today={today} now={dashboard.readAt} />
        <div
          id="hours"
          className="flex scroll-mt-14 gap-x-8 overflow-x-auto has-[>details[open]]:flex-wrap has-[>details[open]]:overflow-visible has-[>details[open]]:border-b has-[>details[open]]:border-border xl:gap-x-12"
        >
          <FoldingSection
            id="availability"
            title="Add Availability"
            isOpen={open.availability}
            drafts={[formKey(viewer.email)]}
            className="basis-full lg:basis-80 md:max-lg:[&_form]:grid-cols-2 md:max-lg:[&_form]:items-start md:max-lg:[&_form]:gap-x-10"
          >
            {context && <AddAvailability context={context} />}
          </FoldingSection>
          <FoldingSection
            id="exceptions"
            title="Availability Overview & Exceptions"
            isOpen={open.exceptions}
            drafts={[]}
            className="grow basis-full lg:basis-[calc(100%-22rem)] xl:basis-[calc(100%-23rem)]"
          >
            {hours && <ExceptionsPanel {...{ today, chosen, hours, schedule }} />}
          </FoldingSection>
          <FoldingSection
            id="recurring"
            title="Manage Recurring Availability"
            isOpen={open.recurring}
            drafts={weekdays.map((_, weekday) => formKey(viewer.email, weekday))}
            className="basis-full"
          >
            {hours && context && <RecurringPanel hours={hours} context={context} />}
          </FoldingSection>
        </div>
        <RequestsPanel
          list={requests.list}
          admins={requests.admins}
          callsToAsk={news.data?.callsToAsk}
          view={view}
          now={dashboard.readAt}
          mailed={mailIsOn()}
        />
      </main>
    </>
  )
}

export default keepPage(AdminPage)
