import { formatTimestamp } from '@/lib/dates'
import type { RequestEvent } from '@/lib/requests/details'
import { describeEvent } from '../describe-event'

/** The events of a request, oldest first. Renders nothing when none are known. */
export function RequestHistory({ events }: { events: RequestEvent[] }) {
  if (events.length === 0) return null
  return (
    <section className="mt-6 mb-6">
      <h3 id="history" className="font-semibold">
        History
      </h3>
      <ol
        aria-labelledby="history"
        className="mt-2 grid gap-2 border-l-2 border-border pl-3 [overflow-wrap:anywhere]"
      >
        {events.map((event) => (
          <li key={JSON.stringify(event)}>
            {describeEvent(event)}{' '}
            <span className="block text-muted-foreground">{formatTimestamp(event.at)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
