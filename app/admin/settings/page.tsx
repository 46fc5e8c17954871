import type { Factor } from '@supabase/supabase-js'
import { addMinutes } from 'date-fns'
import { redirect } from 'next/navigation'
import { Alert } from '@/components/ui/alert'
import { findOwnFeed } from '@/lib/calendar-feed/queries'
import { capitalize } from '@/lib/capitalize'
import { listCalendars } from '@/lib/calendars/queries'
import { paths } from '@/lib/paths'
import { readMail } from '@/lib/mail/config'
import { getSettings } from '@/lib/settings/queries'
import type { Settings } from '@/lib/settings/schema'
import { dateAt, formatClock, formatInstantDate, formatTimestamp } from '@/lib/dates'
import { type Admin, listAdmins } from '@/lib/requests/details'
import { countRequests } from '@/lib/requests/list'
import { ROOM_PLACEHOLDER } from '@/lib/room'
import { getViewer } from '@/lib/supabase/auth'
import { sessionClient } from '@/lib/supabase/server'
import { readSession, verifiedFactors } from '@/lib/supabase/session'
import { getSiteKeyState } from '@/lib/supabase/site-key-state'
import { NotAdmin } from '../_components/not-admin'
import { PageFrame } from '../_components/page-frame'
import { Part } from '../_components/part-failure'
import { keepPage } from '../keep-page'
import { failuresOf, readPart } from '../queries'
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
import { SettingsLine } from './_components/settings-line'
import { SignOutElsewhere } from './_components/sign-out-elsewhere'

/**
 * "/admin/settings": the studio's settings, the admins' accounts, the downloads, and the samples to replace.
 */
async function AdminSettingsPage() {
  const viewer = await getViewer()
  if (!viewer) redirect(paths.login)
  if (!viewer.isAdmin) return <NotAdmin email={viewer.email} />
  const [settings, calendars, feed, admins, counts, session, siteKey] = await Promise.all([
    getSettings(),
    readPart(listCalendars()),
    readPart(findOwnFeed()),
    readPart(listAdmins()),
    readPart(countRequests()),
    readPart(sessionClient().then(readSession)),
    readPart(getSiteKeyState()),
  ])
  const problem = siteKey.data?.problem
  const noSession = session.failure !== null
  const phones = session.data ? verifiedFactors(session.data.user).map(describePhone) : []
  const wrongCodesAt = admins.data?.find(({ id }) => id === viewer.id)?.wrong_codes_at
  return (
    <PageFrame
      email={viewer.email}
      current="settings"
      toAnswer={counts.data?.to_answer}
      readAt={counts.data?.readAt}
      failures={failuresOf(calendars, feed, admins, counts, session, siteKey)}
    >
      <h2 className="text-2xl font-semibold tracking-tight">Settings</h2>
      <Group title="Calls">
        <SettingsLine
          title="Where calls happen"
          now={
            <>
              {settings.is_sample && <span className="badge mr-2 border-input text-foreground">Sample</span>}
              {settings.location.kind === 'phone'
                ? 'By phone: we ring them'
                : `In a video room: ${settings.location.name}`}
            </>
          }
          about={
            <>
              {settings.is_sample && (
                <p className="text-foreground">
                  <span className="font-semibold">Sample.</span> This is the location that came with the site:
                  set your own before the first call is confirmed.
                </p>
              )}
              <p>
                For calls without a location of their own. Visitors read it once their call is confirmed, and
                never on a public page.
              </p>
              <p>
                With <code>{ROOM_PLACEHOLDER}</code> in its address, each call has a room of its own, such as{' '}
                <code>https://meet.jit.si/our-studio-{ROOM_PLACEHOLDER}</code>. Its provider has to let
                anybody open a room by its address: Jitsi does, Zoom and Meet do not. In a shared room the
                next visitor can walk into the call before.
              </p>
              <p>
                Saving it mails nobody. Everybody who was told the old location is then listed under “Not told
                yet”, which you open from the news in Requests;{' '}
                {readMail()
                  ? 'there, “Tell them” mails them all.'
                  : 'there you find a text for each of them.'}
              </p>
            </>
          }
        >
          <LocationForm location={settings.location} />
        </SettingsLine>
        <SettingsLine
          title="Hours of notice"
          now={
            settings.notice_hours === 0
              ? 'None: tomorrow can be booked until 11:59 PM'
              : `${settings.notice_hours} ${settings.notice_hours === 1 ? 'hour' : 'hours'}`
          }
          about={
            <p>
              Visitors are not offered times that begin sooner. You can book and move calls at any time, and a
              time that you proposed can still be taken.
            </p>
          }
        >
          <NoticeForm hours={settings.notice_hours} />
        </SettingsLine>
        <SettingsLine
          title="Reminders"
          now={describeReminders(settings)}
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
        </SettingsLine>
        <FounderCalendars calendars={calendars.data} problem={problem} />
        <SettingsLine
          title="Calls in your calendar"
          now={
            feed.data
              ? `An address, made ${formatInstantDate(feed.data.created_at)}`
              : feed.failure
                ? 'Could not be read'
                : 'No address yet'
          }
          about={
            <>
              <p>
                A secret address, for you alone, at which your own calendar reads the studio’s calls: add it
                there as a calendar from the internet.
              </p>
              <p>
                It says when a call is, with whom and where, and leads to the request here. It does not say
                what they wrote, nor their phone number or email: whoever makes your calendar keeps a copy.
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
          <Part failed={feed.failure !== null} sentence="The address could not be read.">
            <CalendarFeed feed={feed.data} />
          </Part>
        </SettingsLine>
      </Group>
      <Group title="Sign-in">
        <SettingsLine
          title="Your password"
          now="Changing it signs you out elsewhere"
          about={
            <>
              <p>Changing it signs you out wherever else you are signed in.</p>
              <SignOutElsewhere />
            </>
          }
        >
          <Part failed={noSession} sentence="Your account could not be read.">
            {!noSession && <ChangePassword email={viewer.email} hasCode={phones.length > 0} />}
          </Part>
        </SettingsLine>
        <SettingsLine
          title="Code from your phone"
          isWide
          verb={phones.length === 0 ? 'Add' : 'Change'}
          now={
            wrongCodesAt ? (
              <span className="text-foreground">5 wrong codes, {describeMoment(wrongCodesAt)}</span>
            ) : noSession ? (
              'Could not be read'
            ) : phones.length === 0 ? (
              'None: your password alone opens the admin'
            ) : (
              phones.map(({ name, since }) => `${name}, since ${since}`).join(' · ')
            )
          }
          about={
            <p>The sign-in asks for it after your password, so that your password alone opens nothing.</p>
          }
        >
          <Part failed={noSession} sentence="Your phones could not be read.">
            {!noSession && <SecondFactor phones={phones} />}
          </Part>
        </SettingsLine>
        <SettingsLine
          title="Admins"
          isWide
          verb="See"
          now={admins.data ? describeAdmins(admins.data) : 'Could not be read'}
          about={
            <p>
              Who has no code adds it above. Another admin is made on the server, with{' '}
              <code>npm run admin:create</code>.
            </p>
          }
        >
          <Part failed={admins.failure !== null} sentence="The admins could not be read.">
            {admins.data && <Admins admins={admins.data} own={viewer.id} />}
          </Part>
        </SettingsLine>
      </Group>
      <Group title="The studio">
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
        <SavedMails />
        <Samples samples={listAllSamples(settings)} />
      </Group>
    </PageFrame>
  )
}

export default keepPage(AdminSettingsPage)

/** A group of settings, with its title beside them. */
function Group({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="grid gap-x-8 gap-y-1 lg:grid-cols-[10rem_minmax(0,52rem)]">
      <h3 className="content-center font-semibold lg:h-11">{title}</h3>
      <div className="border-t border-border">{children}</div>
    </section>
  )
}

function describeReminders({ day_before, hour_before }: Settings): string {
  if (!day_before && !hour_before) return 'None'
  const when = [day_before && '24 hours', hour_before && 'an hour'].filter(Boolean).join(' and ')
  const sentence = `${capitalize(when)} before the call`
  return readMail() ? sentence : `${sentence}, once a mail server is set up`
}

/** Returns '3, one without a code' for three admins. */
function describeAdmins(admins: Admin[]): string {
  const without = admins.filter(({ code_since }) => !code_since).length
  if (without === 0) return String(admins.length)
  return `${admins.length}, ${without === 1 ? 'one' : without} without a code`
}

function describePhone(factor: Factor): Phone {
  const { id, friendly_name: name = 'Phone', created_at, last_challenged_at: used } = factor
  return {
    id,
    name,
    since: formatInstantDate(created_at),
    // Adding a phone uses a first code, so a use within five minutes does not count.
    used:
      used && new Date(used) > addMinutes(created_at, 5)
        ? `last used ${describeMoment(used)}`
        : 'not used since',
  }
}

/** Returns 'today 9:12 AM', or the date and time of another day. */
function describeMoment(timestamp: string): string {
  const isToday = dateAt(new Date(timestamp)) === dateAt()
  return isToday ? `today ${formatClock(timestamp)}` : formatTimestamp(timestamp)
}
