import type { Factor } from '@supabase/supabase-js'
import { addMinutes } from 'date-fns'
import { redirect } from 'next/navigation'
import { Alert } from '@/components/ui/alert'
import { buttonVariants } from '@/components/ui/button-variants'
import { findOwnFeed } from '@/lib/calendar-feed/queries'
import { paths } from '@/lib/paths'
import { readMail } from '@/lib/mail/config'
import { getSettings } from '@/lib/settings/queries'
import { dateAt, formatClock, formatInstantDate, formatTimestamp } from '@/lib/dates'
import { listAdmins } from '@/lib/requests/details'
import { getViewer } from '@/lib/supabase/auth'
import { sessionClient } from '@/lib/supabase/server'
import { readSession, verifiedFactors } from '@/lib/supabase/session'
import { getSiteKeyState } from '@/lib/supabase/site-key-state'
import { NotAdmin } from '../_components/not-admin'
import { PageFrame } from '../_components/page-frame'
import { listAllSamples } from '../samples'
import { Admins } from './_components/admins'
import { CalendarFeed } from './_components/calendar-feed'
import { FounderCalendars } from './_components/founder-calendars'
import { ChangePassword } from './_components/change-password'
import { LocationForm } from './_components/location-form'
import { NoticeForm } from './_components/notice-form'
import { RemindersForm } from './_components/reminders-form'
import { Samples } from './_components/samples'
import { SavedMails } from './_components/saved-mails'
import { type Phone, SecondFactor } from './_components/second-factor'
import { SettingsSection } from './_components/settings-section'

/** "/admin/settings": what the studio sets about itself, what it takes with it, and what is still to do. */
export default async function AdminSettingsPage() {
  const viewer = await getViewer()
  if (!viewer) redirect(paths.login)
  if (!viewer.isAdmin) return <NotAdmin email={viewer.email} />
  const [settings, feed, admins, session, { problem }] = await Promise.all([
    getSettings(),
    findOwnFeed(),
    listAdmins(),
    sessionClient().then(readSession),
    getSiteKeyState(),
  ])
  const phones = session ? verifiedFactors(session.user).map(describePhone) : []
  const wrongCodesAt = admins.find(({ id }) => id === viewer.id)?.wrong_codes_at
  return (
    <PageFrame email={viewer.email} current="settings">
      <h2 className="text-2xl font-semibold tracking-tight">Settings</h2>
      <SettingsSection
        title="The usual location"
        about={
          <p>
            Where calls happen, unless one has a location of its own. Visitors read it once their call is
            confirmed, and never on a public page.
          </p>
        }
      >
        <LocationForm {...settings} />
      </SettingsSection>
      <SettingsSection
        title="Notice"
        about={
          <p>
            Visitors are not offered times that begin sooner. You can book and move calls at any time, and a
            time that you proposed can still be taken.
          </p>
        }
      >
        <NoticeForm hours={settings.notice_hours} />
      </SettingsSection>
      <SettingsSection
        title="Reminders"
        about={
          <>
            <p>
              By email, for confirmed calls. None goes within three hours after another email that says the
              same.
            </p>
            {!readMail() && <p>No mail server is set up, so none goes.</p>}
          </>
        }
      >
        <RemindersForm reminders={settings} />
      </SettingsSection>
      <SettingsSection
        title="Your calendar"
        about={
          <>
            <p>
              A secret address, for you alone, at which your own calendar reads the studio’s calls: add it
              there as a calendar from the internet.
            </p>
            <p>
              It says when a call is, with whom and where, and leads to the request here. It does not say what
              they wrote, nor their phone number or email: whoever makes your calendar keeps a copy.
            </p>
            <p>
              How soon a change arrives is up to your calendar. Apple looks as often as you set it there,
              Outlook about every three hours, Google every 8 to 24 hours, whatever we ask.
            </p>
            <p>If you also add the files of our mails, you see each call twice.</p>
          </>
        }
      >
        {problem && <Alert className="mb-4">No calendar can read it yet. {problem}</Alert>}
        <CalendarFeed feed={feed} />
      </SettingsSection>
      <FounderCalendars problem={problem} />
      <SettingsSection
        title="Your password"
        about={<p>Changing it signs you out wherever else you are signed in.</p>}
      >
        <ChangePassword email={viewer.email} hasCode={phones.length > 0} />
      </SettingsSection>
      <SettingsSection
        title="Code from your phone"
        about={<p>The sign-in asks for it after your password, so that your password alone opens nothing.</p>}
      >
        {wrongCodesAt && <p className="mb-3">5 wrong codes, {describeMoment(wrongCodesAt)}</p>}
        <SecondFactor phones={phones} />
      </SettingsSection>
      <SettingsSection
        title="Admins"
        about={
          <p>
            Who has no code adds it above. Another admin is made on the server, with{' '}
            <code>npm run admin:create</code>.
          </p>
        }
      >
        <Admins admins={admins} own={viewer.id} />
      </SettingsSection>
      <SettingsSection
        title="All requests as a file"
        about={
          <>
            <p>
              Every booking and message, newest first, for a spreadsheet (CSV). History, notes, replies and
              offers are not in it.
            </p>
            <p>
              An apostrophe stands before phone numbers, and before what a spreadsheet would take for a
              formula, so that it leaves them as they are.
            </p>
            <p>Everything about one person is in their request, beside “Erase personal data”.</p>
          </>
        }
      >
        {/* No Link, which would fetch the file ahead; no download, which would save the sign-in page. */}
        <a
          href={`${paths.export}/requests.csv`}
          className={buttonVariants({ size: 'sm', variant: 'outline' })}
        >
          Download all requests
        </a>
      </SettingsSection>
      <SavedMails />
      <Samples samples={listAllSamples(settings)} />
    </PageFrame>
  )
}

function describePhone(factor: Factor): Phone {
  const { id, friendly_name: name = 'Phone', created_at, last_challenged_at: used } = factor
  return {
    id,
    name,
    since: formatInstantDate(created_at),
    // A key that is added has its first code within five minutes.
    used:
      used && new Date(used) > addMinutes(created_at, 5)
        ? `last used ${describeMoment(used)}`
        : 'not used since',
  }
}

/** 'today 9:12 AM', or with the date. */
function describeMoment(timestamp: string): string {
  const isToday = dateAt(new Date(timestamp)) === dateAt()
  return isToday ? `today ${formatClock(timestamp)}` : formatTimestamp(timestamp)
}
