'use client'

import { addDays, formatDate, formatTime } from '@/lib/dates'
import type { Booking } from '@/lib/requests/request'
import { StatusBadge } from './status-badge'

interface SoonCallsProps {
  /** Today's and tomorrow's, by time. */
  calls: Booking[]
  /** The studio's date. */
  today: string
  onOpen: (call: Booking) => void
}

/** Today's and tomorrow's calls, so that nobody has to look for them. */
export function SoonCalls({ calls, today, onOpen }: SoonCallsProps) {
  const days = [
    { title: 'Today', date: today },
    { title: 'Tomorrow', date: addDays(today, 1) },
  ]
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-3 border-b border-border pb-4 md:grid-cols-2">
      {days.map(({ title, date }) => {
        const ofDay = calls.filter((call) => call.date === date)
        return (
          <section key={date} aria-label={`${title}’s calls`}>
            <h3 className="flex items-baseline gap-2 font-semibold">
              {title} <span className="font-normal text-muted-foreground">{formatDate(date)}</span>
            </h3>
            {ofDay.length === 0 && <p className="mt-1 text-muted-foreground">No calls.</p>}
            <ul>
              {ofDay.map((call) => (
                <li key={call.id} className="flex min-h-8 items-center gap-3">
                  <span className="w-16 shrink-0 whitespace-nowrap text-muted-foreground tabular-nums lg:w-[9.25rem]">
                    {formatTime(call.start_time, true)}
                    <span className="max-lg:hidden"> – {formatTime(call.end_time, true)}</span>
                  </span>
                  <button
                    type="button"
                    onClick={() => onOpen(call)}
                    className="min-w-0 truncate rounded font-medium underline-offset-3 hover:underline"
                  >
                    <bdi>{call.name}</bdi>
                  </button>
                  <span className="ml-auto">
                    <StatusBadge status={call.status} />
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}
