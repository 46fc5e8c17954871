'use client'

import { useMemo, useState } from 'react'
import { Calendar } from '@/components/ui/calendar'
import type { Exceptions } from '@/lib/availability/slot'
import type { UpcomingBooking } from '@/lib/availability/touched'
import { formatLongDate, formatShortDate } from '@/lib/dates'
import { ReadFailure } from '../_components/read-failure'
import type { Read } from '../reads'
import { DateSlots } from './date-slots'

/** Dates with exceptions that have a button of their own; the calendar marks them all. */
const NAMED = 8

interface ExceptionsPanelProps {
  today: string
  exceptions: Read<Exceptions>
  upcoming: UpcomingBooking[] | null
}

/** What single dates offer, and how they differ from their weekday. */
export function ExceptionsPanel({ today, exceptions, upcoming }: ExceptionsPanelProps) {
  const [date, setDate] = useState<string | null>(today)
  const marks = useMemo(() => describeDates(exceptions.data), [exceptions.data])
  return (
    <section aria-labelledby="exceptions" className="grid content-start gap-3">
      <h2 id="exceptions" className="text-lg tracking-tight">
        Availability Overview & Exceptions
      </h2>
      {exceptions.failure && <ReadFailure sentence={exceptions.failure} />}
      <div className="grid gap-x-8 gap-y-4 sm:max-md:grid-cols-[17rem_1fr] lg:grid-cols-[17rem_1fr]">
        <div className="grid content-start gap-4">
          <Calendar selected={date} onSelect={setDate} today={today} marks={marks} />
          {marks.size > 0 && (
            <div className="flex flex-wrap items-center gap-1.5 text-sm">
              <h3 className="font-normal text-muted-foreground">Exceptions on</h3>
              {[...marks].slice(0, NAMED).map(([day, mark]) => (
                <button
                  key={day}
                  type="button"
                  onClick={() => setDate(day)}
                  className="rounded-full border border-border px-2.5 py-0.5 hover:border-foreground"
                >
                  {formatShortDate(day)} <span className="text-muted-foreground">{mark}</span>
                </button>
              ))}
              {marks.size > NAMED && <span>and {marks.size - NAMED} more days</span>}
            </div>
          )}
        </div>
        <div className="min-w-0">
          {date ? (
            <>
              <h3 className="flex min-h-9 items-center font-semibold">{formatLongDate(date)}</h3>
              <DateSlots
                key={date}
                date={date}
                isClosed={exceptions.data?.closedDates.includes(date) ?? null}
                upcoming={upcoming}
              />
            </>
          ) : (
            <p className="py-1.5 text-muted-foreground">
              Please select a date to manage availability exceptions.
            </p>
          )}
        </div>
      </div>
    </section>
  )
}

/** '2 off, 1 on' or 'closed' for each date that differs from its weekday, in the order of dates. */
function describeDates(exceptions: Exceptions | null): Map<string, string> {
  const { slots, closedDates } = exceptions ?? { slots: [], closedDates: [] }
  const counts = new Map(closedDates.map((date) => [date, { closed: true, off: 0, on: 0 }]))
  for (const { date, isAvailable } of slots) {
    const count = counts.get(date) ?? { closed: false, off: 0, on: 0 }
    count[isAvailable ? 'on' : 'off']++
    counts.set(date, count)
  }
  return new Map(
    [...counts]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([date, { closed, off, on }]) => [
        date,
        [closed && 'closed', off && `${off} off`, on && `${on} on`].filter(Boolean).join(', '),
      ]),
  )
}
