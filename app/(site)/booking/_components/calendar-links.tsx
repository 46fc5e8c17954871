import { calendarLinks } from '@/lib/calendar-links'
import { calendarLinksNote } from '@/lib/content/calendar'

/** Links that put a call into a calendar on the web, beside its file. */
export function CalendarLinks(call: Parameters<typeof calendarLinks>[0]) {
  return (
    <p className="text-sm text-muted-foreground print:hidden">
      Or in{' '}
      {calendarLinks(call).map(({ name, href }, index) => (
        <span key={name}>
          {index > 0 && ' · '}
          <a href={href} target="_blank" rel="noreferrer" className="link inline-flex min-h-11 items-center">
            {name}
          </a>
        </span>
      ))}
      <span className="block">{calendarLinksNote}</span>
    </p>
  )
}
