import type { Viewer } from '@/lib/supabase/auth'
import { mailIsOn } from '@/lib/mail/config'
import { paths } from '@/lib/paths'
import { AddAvailability } from './_hours/add-availability'
import { Drawer } from './_hours/drawer'
import { ExceptionsPanel } from './_hours/exceptions-panel'
import { PARTS, readOpen } from './_hours/open-parts'
import { readHours } from './_hours/read-hours'
import { RecurringPanel } from './_hours/recurring-panel'
import { FirstSteps } from './_first-steps/first-steps'
import { readFirstSteps } from './_first-steps/read-first-steps'
import { PageFrame } from './_components/page-frame'
import { PreviousIfFailed } from './_components/previous-data'
import { Strip } from './_requests/strip'
import { TabTitle } from './_components/tab-title'
import { describeNews } from './news'
import { NewsLines } from './news-lines'
import { RequestsPanel } from './_requests/list/requests-panel'
import { denied } from './_components/denied'
import { keepPage } from './_components/keep-page'
import { failuresOf, getDashboard, readPart } from './queries'

async function AdminPage({ searchParams }: PageProps<'/admin'>, viewer: Viewer) {
  const params = await searchParams
  const named = readOpen(params.open)
  const [{ requests, news, address, readAt, ...dashboard }, early] = await Promise.all([
    getDashboard(params),
    named && readHours(params, named),
  ])
  if (requests.list.isDenied) return denied(viewer.email, paths.admin)
  const counts = requests.list.data?.counts
  // All are open until the first request has come.
  const open = named ?? (counts?.all === 0 ? PARTS : [])
  const settings = news.data?.settings
  const [hours, steps] = await Promise.all([
    early ?? readHours(params, open),
    settings && !settings.first_steps_put_away ? readPart(readFirstSteps(settings)) : null,
  ])
  const areStepsLeft = steps?.data?.some(({ isDone }) => !isDone)
  const failures = [...dashboard.failures, ...hours.failures, ...(steps ? failuresOf(steps) : [])]
  const { today, recurring, exceptions, presets } = hours
  const context = { email: viewer.email, today, recurring, exceptions, presets }
  return (
    <PageFrame
      email={viewer.email}
      current="requests"
      counts={counts}
      shownAt={readAt}
      failures={failures}
      className="gap-3"
    >
      {counts && <TabTitle count={counts.to_answer} />}
      <PreviousIfFailed failed={news.failure !== null}>
        <NewsLines news={news.data ? describeNews(news.data) : []} />
      </PreviousIfFailed>
      {steps?.data && areStepsLeft && <FirstSteps steps={steps.data} />}
      <Strip {...requests} counts={counts} today={today} now={readAt} />
      {/* On a small screen after the list, so that nothing above the list's heading moves. */}
      <div className="gap-x-8 max-lg:order-last max-lg:divide-y max-lg:divide-border lg:flex lg:flex-wrap lg:has-[>[data-open]]:border-b lg:has-[>[data-open]]:border-border xl:gap-x-12">
        <Drawer
          id="availability"
          title="Add Availability"
          open={open}
          className="lg:basis-80 md:max-lg:[&_form]:grid-cols-2 md:max-lg:[&_form]:items-start md:max-lg:[&_form]:gap-x-10"
        >
          {open.includes('availability') && <AddAvailability context={context} />}
        </Drawer>
        <Drawer
          id="exceptions"
          title="Availability Overview & Exceptions"
          open={open}
          className="lg:grow lg:basis-[calc(100%-22rem)] xl:basis-[calc(100%-23rem)]"
        >
          {open.includes('exceptions') && (
            <ExceptionsPanel
              hours={hours}
              className="gap-x-8 sm:grid-cols-[17rem_minmax(0,1fr)] sm:[grid-template-areas:'cal_day']"
            />
          )}
        </Drawer>
        <Drawer id="recurring" title="Manage Recurring Availability" open={open} className="lg:basis-full">
          {open.includes('recurring') && <RecurringPanel hours={hours} context={context} />}
        </Drawer>
      </div>
      <RequestsPanel
        list={requests.list}
        admins={requests.admins}
        callsToAsk={news.data?.callsToAsk}
        address={address}
        now={readAt}
        mailed={mailIsOn()}
      />
    </PageFrame>
  )
}

export default keepPage(AdminPage)
