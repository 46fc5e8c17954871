'use client'

import { useMemo, useState } from 'react'
import { Calendar } from '@/components/ui/calendar'
import type { Holiday } from '@/lib/availability/holidays'
import type { Day, Exceptions } from '@/lib/availability/slot'
import { addDays, formatLongDate, formatShortDate, siteDates } from '@/lib/dates'
import { ReadFailure } from '../_components/read-failure'
import type { Read } from '../queries'
import { ClosedDates } from './closed-dates'
import { DateSlots } from './date-slots'
import { DayLegend, DayMark, describeDay } from './day-mark'
import { useChosenDate } from './use-chosen-date'
import { useRead } from './use-read'
import { useScheduleChange } from './use-schedule-change'

/** Dates with times of their own that have a button; the calendar marks them all. */
const NAMED = 8

interface ExceptionsPanelProps {
  today: string
  exceptions: Read<Exceptions>
  holidays: Holiday[]
}

/** What single dates hold, how they differ from their weekday, and which are closed. */
export function ExceptionsPanel({ today, exceptions, holidays }: ExceptionsPanelProps) {
  const [date, setDate] = useChosenDate(today)
  const [month, setMonth] = useState(date ?? today)
  const { request, pending, question } = useScheduleChange()
  const first = `${month.slice(0, 7)}-01`
  const last = addDays(first, 30) // all of the month, and a little more
  const { last: lastShown } = siteDates(today)
  const from = first < today ? today : first
  const { data } = useRead<Day[]>(`/admin/days?from=${from}&to=${last < lastShown ? last : lastShown}`)
  const days = useMemo(() => new Map(Array.isArray(data) ? data.map((day) => [day.date, day]) : []), [data])
  const changed = changedDates(exceptions.data)
  return (
    <section aria-labelledby="exceptions" className="grid content-start gap-3">
      <h2 id="exceptions" className="scroll-mt-4 text-lg tracking-tight">
        Availability Overview & Exceptions
      </h2>
      {exceptions.failure && <ReadFailure sentence={exceptions.failure} />}
      <div className="grid gap-x-8 gap-y-4 sm:max-md:grid-cols-[17rem_1fr] lg:grid-cols-[17rem_1fr]">
        <div className="grid content-start gap-2">
          <Calendar
            selected={date}
            onSelect={setDate}
            onMonthChange={setMonth}
            today={today}
            describe={(day) => describeDay(days.get(day) ?? none)}
            renderMark={(day) => <DayMark day={days.get(day) ?? none} />}
          />
          <DayLegend />
          {changed.length > 0 && (
            <div className="flex flex-wrap items-center gap-1.5 text-sm">
              <h3 className="font-normal text-muted-foreground">Exceptions on</h3>
              {changed.slice(0, NAMED).map(([day, words]) => (
                <button
                  key={day}
                  type="button"
                  onClick={() => setDate(day)}
                  className="rounded-full border border-border px-2.5 py-0.5 hover:border-foreground"
                >
                  {formatShortDate(day)} <span className="text-muted-foreground">{words}</span>
                </button>
              ))}
              {changed.length > NAMED && <span>and {changed.length - NAMED} more days</span>}
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
                closed={exceptions.data && exceptions.data.closedDates.find((closed) => closed.date === date)}
                isChanged={
                  exceptions.data !== null &&
                  [...exceptions.data.closedDates, ...exceptions.data.slots].some(
                    (other) => other.date === date,
                  )
                }
              />
            </>
          ) : (
            <p className="py-1.5 text-muted-foreground">
              Please select a date to manage availability exceptions.
            </p>
          )}
        </div>
      </div>
      <ClosedDates
        today={today}
        closed={exceptions.data && exceptions.data.closedDates}
        holidays={holidays}
        pending={pending}
        onChange={request}
      />
      {question}
    </section>
  )
}

const none: Day = { date: '', free: 0, booked: 0, off: 0, isClosed: false, reason: null, isChanged: false }

/** '2 off, 1 on' for each date with times of its own, in the order of dates. */
function changedDates(exceptions: Exceptions | null): [date: string, words: string][] {
  const counts = new Map<string, { off: number; on: number }>()
  for (const { date, isAvailable } of exceptions?.slots ?? []) {
    const count = counts.get(date) ?? { off: 0, on: 0 }
    count[isAvailable ? 'on' : 'off']++
    counts.set(date, count)
  }
  return [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, { off, on }]) => [date, [off && `${off} off`, on && `${on} on`].filter(Boolean).join(', ')])
}
