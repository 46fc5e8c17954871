import { formatTimestamp } from '@/lib/dates'
import type { RequestEvent } from '@/lib/requests/details'
import { describeEvent } from '../describe-event'

/** Others' changes of a request. */
export function Changes({ events }: { events: RequestEvent[] }) {
  return (
    <ul className="grid gap-1.5 [overflow-wrap:anywhere]">
      {events.map((event) => (
        <li key={JSON.stringify(event)}>
          {describeEvent(event)} <span className="text-muted-foreground">{formatTimestamp(event.at)}</span>
        </li>
      ))}
    </ul>
  )
}
