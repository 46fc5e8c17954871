import { createdText } from '@/lib/availability/format'
import type { RequestEvent } from '@/lib/requests/details'
import { describeEvent } from './describe-event'

/** What became of a record, the latest last. Nothing where nothing is known. */
export function RecordHistory({ events }: { events: RequestEvent[] }) {
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
          <li key={event.at + event.after.status}>
            {describeEvent(event)}{' '}
            <span className="block text-muted-foreground">{createdText(event.at)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
