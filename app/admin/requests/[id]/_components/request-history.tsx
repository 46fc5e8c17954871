import { formatTimestamp } from '@/lib/dates'
import type { RequestEvent, SiteMail } from '@/lib/requests/details'
import { describeEvent, describeSiteMail, withoutRepeatedCopies } from '../../../_requests/describe-event'

/** A request's events and automatic mails, the oldest first. Renders nothing if there are none. */
export function RequestHistory({ events, siteMails }: { events: RequestEvent[]; siteMails: SiteMail[] }) {
  const lines = [
    ...withoutRepeatedCopies(events).map((event) => ({
      key: JSON.stringify(event),
      at: event.at,
      text: describeEvent(event),
    })),
    ...siteMails.map((mail) => ({ key: JSON.stringify(mail), at: mail.at, text: describeSiteMail(mail) })),
  ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  if (lines.length === 0) return null
  return (
    <section className="mt-6 mb-6">
      <h3 id="history" className="font-semibold">
        History
      </h3>
      <ol aria-labelledby="history" className="mt-1 [overflow-wrap:anywhere]">
        {lines.map(({ key, at, text }) => (
          <li
            key={key}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-border/70 py-1.5 last:border-0"
          >
            <span>{text}</span> <span className="text-muted-foreground">{formatTimestamp(at)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
