import { formatTimestamp } from '@/lib/dates'
import type { RequestEvent, SiteMail } from '@/lib/requests/one-request'
import { Part } from '../../../_components/part-failure'
import { describeEvent, describeSiteMail, withoutRepeatedCopies } from '../../../_requests/describe-event'
import type { ReadResult } from '../../../queries'

export function RequestHistory({
  events,
  siteMails,
}: {
  events: ReadResult<RequestEvent[]>
  siteMails: ReadResult<SiteMail[]>
}) {
  const isFailed = events.failure !== null || siteMails.failure !== null
  const lines = [
    ...withoutRepeatedCopies(events.data ?? []).map((event) => ({
      key: JSON.stringify(event),
      at: event.at,
      text: describeEvent(event),
    })),
    ...(siteMails.data ?? []).map((mail) => ({
      key: JSON.stringify(mail),
      at: mail.at,
      text: describeSiteMail(mail),
    })),
  ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  if (lines.length === 0 && !isFailed) return null
  return (
    <section className="mt-6 mb-6">
      <h3 id="history" className="font-semibold">
        History
      </h3>
      <Part failed={isFailed} sentence="The history could not be read.">
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
      </Part>
    </section>
  )
}
