import { buttonVariants } from '@/components/ui/button-variants'
import { calendarLinks } from '@/lib/calendar-links'
import { calendarLinksNote, calendarMenu } from '@/lib/content/calendar-event'

/** The file can update an event after a change; calendars on the web cannot. */
export function CalendarMenu({
  call,
  file,
  isSecond = false,
}: {
  call: Parameters<typeof calendarLinks>[0]
  file: string
  /** For the outline style, if another element is the main action. */
  isSecond?: boolean
}) {
  return (
    <details className="calendar-menu">
      <summary className={buttonVariants({ variant: isSecond ? 'outline' : 'default' })}>
        <span>{calendarMenu.title}</span>
        <svg aria-hidden viewBox="0 0 12 8" width={12} fill="none" stroke="currentColor" strokeWidth={2}>
          <path d="m1 1 5 5 5-5" />
        </svg>
      </summary>
      <div>
        <a href={file} download>
          {calendarMenu.file}
        </a>
        {calendarLinks(call).map(({ name, href }) => (
          <a key={name} href={href} target="_blank" rel="noreferrer">
            {name}
          </a>
        ))}
        <p>{calendarLinksNote}</p>
      </div>
    </details>
  )
}
