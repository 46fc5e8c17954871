import { Alert } from '@/components/ui/alert'
import type { FounderCalendar as Calendar } from '@/lib/calendars/queries'
import { addressHints } from '@/lib/content/calendars'
import { aboutSettings } from '@/lib/content/settings'
import { tasksSecrets } from '@/lib/mail/config'
import { Part } from '../../_components/part-failure'
import { AddCalendar } from './add-calendar'
import { FounderCalendar } from './founder-calendar'
import { Prose } from './prose'
import { SettingsLine } from './settings-line'

export function FounderCalendars({
  calendars,
  problem,
}: {
  /** Null if they could not be read. */
  calendars: Calendar[] | null
  /** Says why the site can read no calendar. */
  problem: string | undefined
}) {
  return (
    <SettingsLine
      id="calendars"
      title="When you are busy"
      now={calendars ? describeCalendars(calendars) : 'Could not be read'}
      about={
        <>
          <Prose>{aboutSettings.calendars}</Prose>
          <ul className="grid gap-1">
            {addressHints.map(({ name, where }) => (
              <li key={name}>
                <span className="font-medium text-foreground">{name}</span>: {where}
              </li>
            ))}
          </ul>
        </>
      }
    >
      <div className="grid gap-5">
        {problem && <Alert>No calendar can be read yet. {problem}</Alert>}
        {tasksSecrets().length === 0 && (
          <Alert>
            Calendars are read only when you press here: set OUTBOX_SECRET, and have /api/tasks called every
            minute.
          </Alert>
        )}
        <Part failed={!calendars} sentence="The calendars could not be read.">
          {calendars && calendars.length > 0 && (
            <ul aria-label="Calendars" className="grid gap-5">
              {calendars.map((calendar) => (
                <FounderCalendar key={calendar.id} calendar={calendar} />
              ))}
            </ul>
          )}
        </Part>
        {!problem && <AddCalendar />}
      </div>
    </SettingsLine>
  )
}

/** '3 calendars · 1 is not read'. */
function describeCalendars(calendars: Calendar[]): React.ReactNode {
  const { length } = calendars
  if (length === 0) return 'No calendar is read yet'
  const failing = calendars.filter(({ failing_since, isUnread }) => failing_since || isUnread).length
  const unclear = calendars.filter(({ unread }) => unread).length
  return (
    <>
      {length === 1 ? '1 calendar' : `${length} calendars`}
      {failing > 0 && (
        <span className="font-medium text-destructive">
          {failing === 1 ? ' · 1 is not read' : ` · ${failing} are not read`}
        </span>
      )}
      {unclear > 0 && ' · some events are not understood'}
    </>
  )
}
