import { formatDate, formatTime, formatTimestamp } from '@/lib/dates'
import type { PersonRequest } from '@/lib/requests/one-request'
import { RequestLink } from '../../../_components/request-link'
import { StatusBadge } from '../../../_requests/status-badge'

export function SamePerson({ id, requests }: { id: string; requests: PersonRequest[] }) {
  const others = requests.filter((request) => request.id !== id)
  if (others.length === 0) return null
  return (
    <section className="mt-4">
      <h3 id="same-person" className="font-semibold">
        Also from this address
      </h3>
      <ul aria-labelledby="same-person" className="mt-1 divide-y divide-border/70">
        {others.map(({ id: other, type, status, date, start_time, created_at }) => (
          <li key={other} className="flex min-h-10 flex-wrap items-center justify-between gap-x-2">
            <RequestLink id={other} className="font-medium">
              {type === 'booking' && date && start_time
                ? `Call on ${formatDate(date)}, ${formatTime(start_time, true)}`
                : `Message of ${formatTimestamp(created_at)}`}
            </RequestLink>
            <StatusBadge status={status} />
          </li>
        ))}
      </ul>
    </section>
  )
}
