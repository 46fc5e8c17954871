'use client'

import { formatDate, formatTime, formatTimestamp } from '@/lib/dates'
import type { PersonRequest } from '@/lib/requests/details'
import { useOpenRequest } from '../open-request'
import { StatusBadge } from '../status-badge'

interface SamePersonProps {
  /** The request that is open. */
  id: string
  requests: PersonRequest[]
}

/** The other requests with the same e-mail address, newest first. */
export function SamePerson({ id, requests }: SamePersonProps) {
  const { openById } = useOpenRequest()
  const others = requests.filter((request) => request.id !== id)
  if (others.length === 0) return null
  return (
    <section className="mt-6">
      <h3 id="same-person" className="font-semibold">
        Also from this address
      </h3>
      <ul aria-labelledby="same-person" className="mt-2 grid gap-1">
        {others.map(({ id: other, type, status, date, start_time, created_at }) => (
          <li key={other}>
            <button
              type="button"
              onClick={() => openById(other)}
              className="flex min-h-9 flex-wrap items-center gap-x-2 text-left underline underline-offset-3"
            >
              <span>
                {type === 'booking' && date && start_time
                  ? `Call on ${formatDate(date)}, ${formatTime(start_time, true)}`
                  : `Message of ${formatTimestamp(created_at)}`}
              </span>
              <StatusBadge status={status} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
