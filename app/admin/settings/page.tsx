import { findOwnFeed } from '@/lib/calendar-feed/queries'
import { listCalendars } from '@/lib/calendars/queries'
import { paths } from '@/lib/paths'
import { listAdmins } from '@/lib/requests/one-request'
import { countRequests } from '@/lib/requests/list'
import { getSettings } from '@/lib/settings/queries'
import type { Viewer } from '@/lib/supabase/auth'
import { sessionClient } from '@/lib/supabase/server'
import { readSession } from '@/lib/supabase/session'
import { getSiteKeyState } from '@/lib/supabase/site-key-state'
import { PageFrame } from '../_components/page-frame'
import { Part } from '../_components/part-failure'
import { keepPage } from '../_components/keep-page'
import { failuresOf, readPart } from '../queries'
import { readFirstSteps } from '../_first-steps/read-first-steps'
import { countDone, StepList } from '../_first-steps/step-list'
import { listAllSamples } from '../samples'
import { FeedSetting, LocationSetting, NoticeSetting, RemindersSetting } from './_components/call-settings'
import { FounderCalendars } from './_components/founder-calendars'
import { Samples } from './_components/samples'
import { SavedMails } from './_components/saved-mails'
import { SettingsLine } from './_components/settings-line'
import { SignInSettings } from './_components/sign-in-settings'

async function AdminSettingsPage(_: object, viewer: Viewer) {
  const [settings, steps, calendars, feed, admins, counts, session, siteKey] = await Promise.all([
    getSettings(),
    readPart(getSettings().then(readFirstSteps)),
    readPart(listCalendars()),
    readPart(findOwnFeed()),
    readPart(listAdmins()),
    readPart(countRequests()),
    readPart(sessionClient().then(readSession)),
    readPart(getSiteKeyState()),
  ])
  const problem = siteKey.data?.problem
  return (
    <PageFrame
      email={viewer.email}
      current="settings"
      counts={counts.data}
      failures={failuresOf(steps, calendars, feed, admins, counts, session, siteKey)}
    >
      <h2 className="text-2xl font-semibold tracking-tight">Settings</h2>
      <Group title="Calls">
        <LocationSetting {...settings} />
        <NoticeSetting {...settings} />
        <RemindersSetting {...settings} />
        <FounderCalendars calendars={calendars.data} problem={problem} />
        <FeedSetting feed={feed.data} failed={feed.failure !== null} problem={problem} />
      </Group>
      <Group title="Sign-in">
        <SignInSettings
          viewer={viewer}
          user={session.data?.user ?? null}
          failed={session.failure !== null}
          admins={admins.data}
        />
      </Group>
      <Group title="The studio">
        <RequestsFile />
        <SavedMails />
        <Samples samples={listAllSamples(settings)} />
        <SettingsLine
          title="First steps"
          isWide
          verb="See"
          now={steps.data ? countDone(steps.data) : 'Could not be read'}
        >
          <Part failed={steps.failure !== null} sentence="The first steps could not be read.">
            {steps.data && <StepList steps={steps.data} />}
          </Part>
        </SettingsLine>
      </Group>
    </PageFrame>
  )
}

export default keepPage(AdminSettingsPage)

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="grid gap-x-8 gap-y-1 lg:grid-cols-[10rem_minmax(0,52rem)]">
      <h3 className="content-center font-semibold lg:h-11">{title}</h3>
      <div className="border-t border-border">{children}</div>
    </section>
  )
}

function RequestsFile() {
  return (
    <section
      aria-labelledby="requests-file"
      className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-border py-1 md:grid-cols-[13rem_minmax(0,1fr)_auto]"
    >
      <h4 id="requests-file" className="font-medium">
        All requests as a file
      </h4>
      <p className="text-muted-foreground max-md:order-last max-md:col-span-full">
        Every booking and message, for a spreadsheet (CSV)
      </p>
      {/* Not a Link, which would prefetch the file; not `download`, which would save the sign-in page. */}
      <a
        href={`${paths.export}/requests.csv`}
        aria-label="Download all requests"
        className="content-center py-1.5 font-semibold text-brand hover:underline"
      >
        Download
      </a>
    </section>
  )
}
