import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { Suspense } from 'react'
import { Alert } from '@/components/ui/alert'
import { getViewer } from '@/lib/supabase/auth'
import { readChosenDate } from '@/lib/availability/chosen-date'
import { weekdays } from '@/lib/availability/schedule'
import { dateAt } from '@/lib/dates'
import { mailIsOn } from '@/lib/mail/config'
import { mailsReachPeople } from '@/lib/mail/queries'
import { paths } from '@/lib/paths'
import { AddAvailability } from './_availability/add-availability'
import { ExceptionsPanel } from './_availability/exceptions-panel'
import { formKey } from './_availability/form-values'
import { RecurringPanel } from './_availability/recurring-panel'
import { ShortageBanner } from './_availability/shortage-banner'
import { AdminHeader } from './_components/admin-header'
import { FailureToast } from './_components/failure-toast'
import { FoldingSection } from './_components/folding-section'
import { readFolds } from './_components/folds'
import { KeepLive } from './_components/live'
import { LiveStatus } from './_components/live-status'
import { NotAdmin } from './_components/not-admin'
import { PreviousIfFailed } from './_components/previous-data'
import { otherPages } from './_components/page-frame'
import { PendingCounts } from './_components/pending-counts'
import { SectionNav } from './_components/section-nav'
import { MailNotices } from './_notices/mail-notices'
import { NotYetTold } from './_requests/telling/not-yet-told'
import { CallsToTellProvider } from './_requests/telling/calls-to-tell'
import { Agenda } from './_requests/agenda'
import { ClosedCallsNotice, ClosedCallsOf } from './_requests/asking/closed-calls-notice'
import { RequestsPanel } from './_requests/list/requests-panel'
import { denied } from './denied'
import { getDashboard } from './queries'

/**
 * "/admin": the schedule, and the bookings and messages. The middleware has redirected signed-out
 * people; this page checks again.
 */
export default async function AdminPage({ searchParams }: PageProps<'/admin'>) {
  const params = await searchParams
  const viewer = await getViewer()
  if (!viewer) redirect(paths.login)
  if (!viewer.isAdmin) return <NotAdmin email={viewer.email} />

  const today = dateAt()
  const chosen = readChosenDate(params, today)
  const folds = readFolds((await cookies()).toString())
  const { requests, open, hours, shortage, notices, schedule, ...dashboard } = await getDashboard(
    params,
    chosen,
    folds,
  )
  const { view } = dashboard
  if (requests.list.isDenied) return denied(viewer.email, paths.admin)
  const shown = { now: dashboard.readAt, mailed: mailIsOn() }
  const context = hours && {
    ...{ owner: viewer.email, today },
    ...{ recurring: hours.recurring, exceptions: hours.exceptions, presets: hours.presets },
  }
  const counts = requests.list.data?.counts
  return (
    <>
      <KeepLive failed={dashboard.failed} />
      <AdminHeader email={viewer.email}>
        <PendingCounts list={requests.list} />
        <LiveStatus readAt={dashboard.failed > 0 ? null : dashboard.readAt} />
      </AdminHeader>
      <SectionNav waiting={counts ? counts.to_answer : null} />
      <Suspense key={chosen.date} fallback={null}>
        <FailureToast failures={dashboard.failures} />
      </Suspense>
      <CallsToTellProvider listed={notices.data?.callsToTell} sends={mailsReachPeople()}>
        <main id="main" tabIndex={-1} className="page-width grid gap-10 py-7 text-sm outline-none">
          <Agenda today={today} now={dashboard.readAt} {...requests} />
          <PreviousIfFailed failed={notices.failure !== null}>
            {notices.data && (
              <>
                {notices.data.sentences.map((notice) => (
                  <Alert key={notice} className="text-sm">
                    {notice}
                  </Alert>
                ))}
                <MailNotices people={notices.data.people} />
                <NotYetTold mailed={mailIsOn()} />
                <ClosedCallsNotice calls={notices.data.closedCalls} />
                <SamplesLeft count={notices.data.samples} />
              </>
            )}
          </PreviousIfFailed>
          <ShortageBanner {...shortage} />
          <div className="flex flex-wrap items-start gap-x-12 gap-y-3 *:max-md:basis-full">
            <FoldingSection
              id="availability"
              title="Add Availability"
              isOpen={open.availability}
              drafts={[formKey(viewer.email)]}
              className="basis-full lg:basis-76 md:max-lg:[&_form]:grid-cols-2 md:max-lg:[&_form]:items-start md:max-lg:[&_form]:gap-x-10"
            >
              {context && <AddAvailability context={context} />}
            </FoldingSection>
            <FoldingSection
              id="exceptions"
              title="Availability Overview & Exceptions"
              isOpen={open.exceptions}
              drafts={[]}
              className="min-w-0 grow basis-full lg:basis-[calc(100%-22.5rem)]"
            >
              {hours && (
                <ExceptionsPanel
                  {...{ today, chosen, hours, schedule }}
                  closedCalls={
                    chosen.date && (
                      <ClosedCallsOf date={chosen.date} calls={notices.data?.closedCalls ?? []} />
                    )
                  }
                />
              )}
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
          <RequestsPanel {...requests} {...shown} view={view} />
          <nav
            aria-label="Rest of the admin"
            className="flex flex-wrap gap-x-5 gap-y-2 text-muted-foreground"
          >
            {otherPages.map(({ path, name }) => (
              <a key={path} href={path} className="underline underline-offset-3">
                {name}
              </a>
            ))}
          </nav>
        </main>
      </CallsToTellProvider>
    </>
  )
}

function SamplesLeft({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p className="text-muted-foreground">
      {count === 1 ? '1 sample is' : `${count} samples are`} still on the site.{' '}
      <a href={paths.settings} className="underline underline-offset-3">
        See {count === 1 ? 'it' : 'them'} in the settings
      </a>
    </p>
  )
}
