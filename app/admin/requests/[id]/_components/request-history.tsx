import { formatTimestamp } from '@/lib/dates'
import type { RequestEvent } from '@/lib/requests/details'
import { describeEvent } from '../../../_requests/describe-event'

/** The events of a request, oldest first. Renders nothing when none are known. */
export function RequestHistory({ events }: { events: RequestEvent[] }) {
  if (events.length === 0) return null
  return (
    <section className="mt-6 mb-6">
      <h3 id="history" className="font-semibold">
        History
      </h3>
      <ol aria-labelledby="history" className="mt-1 [overflow-wrap:anywhere]">
        {events.map((event) => (
          <li
            key={JSON.stringify(event)}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-border/70 py-1.5 last:border-0"
          >
            <span>{describeEvent(event)}</span>{' '}
            <span className="text-muted-foreground">{formatTimestamp(event.at)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
