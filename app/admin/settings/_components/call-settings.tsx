import { Alert } from '@/components/ui/alert'
import type { Feed } from '@/lib/calendar-feed/queries'
import { capitalize } from '@/lib/capitalize'
import { aboutSettings, sampleLocation } from '@/lib/content/settings'
import { formatInstantDate } from '@/lib/dates'
import { readMail } from '@/lib/mail/config'
import type { Settings } from '@/lib/settings/schema'
import { Part } from '../../_components/part-failure'
import { CalendarFeed } from './calendar-feed'
import { LocationForm } from './location-form'
import { NoticeForm } from './notice-form'
import { Prose } from './prose'
import { RemindersForm } from './reminders-form'
import { SettingsLine } from './settings-line'

export function LocationSetting({ location, is_sample }: Settings) {
  return (
    <SettingsLine
      id="location"
      title="Where calls happen"
      now={
        <>
          {is_sample && <span className="badge mr-2 border-input text-foreground">Sample</span>}
          {location.kind === 'phone' ? 'By phone: we ring them' : `In a video room: ${location.name}`}
        </>
      }
      about={
        <>
          {is_sample && (
            <p className="text-foreground">
              <span className="font-semibold">Sample.</span> {sampleLocation}
            </p>
          )}
          <Prose>{aboutSettings.location(readMail() !== null)}</Prose>
        </>
      }
    >
      <LocationForm location={location} />
    </SettingsLine>
  )
}

export function NoticeSetting({ notice_hours: hours }: Settings) {
  return (
    <SettingsLine
      title="Hours of notice"
      now={
        hours === 0
          ? 'None: tomorrow can be booked until 11:59 PM today'
          : `${hours} ${hours === 1 ? 'hour' : 'hours'}`
      }
      about={<Prose>{aboutSettings.notice}</Prose>}
    >
      <NoticeForm hours={hours} />
    </SettingsLine>
  )
}

export function RemindersSetting(settings: Settings) {
  return (
    <SettingsLine
      title="Reminders"
      now={describeReminders(settings)}
      about={<Prose>{aboutSettings.reminders(readMail() !== null)}</Prose>}
    >
      <RemindersForm reminders={settings} />
    </SettingsLine>
  )
}

export function FeedSetting({
  feed,
  failed,
  problem,
}: {
  /** Null if the signed-in admin has none. */
  feed: Feed | null
  /** True if it could not be read. */
  failed: boolean
  /** Says why no calendar can read it. */
  problem: string | undefined
}) {
  return (
    <SettingsLine
      title="Calls in your calendar"
      now={
        feed
          ? `An address, made ${formatInstantDate(feed.created_at)}`
          : failed
            ? 'Could not be read'
            : 'No address yet'
      }
      about={<Prose>{aboutSettings.feed}</Prose>}
    >
      {problem && <Alert className="mb-4">No calendar can read it yet. {problem}</Alert>}
      <Part failed={failed} sentence="The address could not be read.">
        <CalendarFeed feed={feed} />
      </Part>
    </SettingsLine>
  )
}

function describeReminders({ day_before, hour_before }: Settings): string {
  if (!day_before && !hour_before) return 'None'
  const when = [day_before && '24 hours', hour_before && 'an hour'].filter(Boolean).join(' and ')
  const sentence = `${capitalize(when)} before the call`
  return readMail() ? sentence : `${sentence}, once a mail server is set up`
}
