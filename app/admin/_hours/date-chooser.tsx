'use client'

import dynamic from 'next/dynamic'
import { useMemo } from 'react'
import { type ChosenDate, readChosenDate, writeChosenDate } from '@/lib/hours/chosen-date'
import type { Day, Exceptions } from '@/lib/hours/queries'
import { formatLongDate, formatShortDate } from '@/lib/dates'
import { MissingScript } from '../_components/missing-script'
import { useNavigate } from '../_components/use-navigate'
import { usePreviousData } from '../_components/previous-data'
import type { ReadResult } from '../queries'
import { DayLegend, DayMark, describeDay } from './day-mark'

const Calendar = dynamic(
  () => import('@/components/ui/calendar').then((file) => file.Calendar).catch(() => MissingScript),
  {
    loading: () => <p className="min-h-72 py-1.5 text-muted-foreground">Loading...</p>,
  },
)

/** The most exceptions listed as buttons; the calendar marks all of them. */
const MAX_NAMED = 8

interface DateChooserProps {
  chosen: ChosenDate
  today: string
  days: ReadResult<Day[]>
  exceptions: ReadResult<Exceptions>
  children: React.ReactNode
}

export function DateChooser({ chosen: shown, today, days, exceptions, children }: DateChooserProps) {
  const { navigate, requested } = useNavigate()
  const { date, month } = requested ? readChosenDate(requested, today) : shown
  const counted = usePreviousData(days.data)
  const dayOf = useMemo(() => new Map(counted?.map((day) => [day.date, day])), [counted])
  const changed = changedDates(usePreviousData(exceptions.data)?.slots ?? [])

  const choose = (next: ChosenDate) => void navigate((search) => writeChosenDate(next, search))
  /** Keeps the date that the admin works on: the first bookable day may be another one after that. */
  function keepDate() {
    if (new URLSearchParams(location.search).has('date')) return
    history.replaceState(null, '', writeChosenDate(shown, location.search) + location.hash)
  }
  const chooseDate = (next: string | null) => choose({ date: next, month: next?.slice(0, 7) ?? month })

  return (
    <div onPointerDownCapture={keepDate} onFocusCapture={keepDate} className="contents">
      <div className="grid content-start gap-2 sm:[grid-area:cal]">
        <Calendar
          selected={date}
          onSelect={chooseDate}
          month={month}
          onMonthChange={(next) => choose({ date, month: next })}
          today={today}
          describe={(day) => describeDay(dayOf.get(day) ?? {})}
          renderMark={(day) => <DayMark {...dayOf.get(day)} />}
        />
        <DayLegend />
        {changed.length > 0 && (
          <div className="flex flex-wrap items-center gap-1.5 text-sm">
            <h3 className="font-normal text-muted-foreground">Exceptions on</h3>
            {changed.slice(0, MAX_NAMED).map(([day, words]) => (
              <button
                key={day}
                type="button"
                onClick={() => chooseDate(day)}
                className="rounded-full border border-border px-2.5 py-0.5 hover:border-foreground"
              >
                <span>{`${formatShortDate(day)} `}</span>
                <span className="text-muted-foreground">{words}</span>
              </button>
            ))}
            {changed.length > MAX_NAMED && (
              <span>
                {changed.length === MAX_NAMED + 1
                  ? 'and 1 more day'
                  : `and ${changed.length - MAX_NAMED} more days`}
              </span>
            )}
          </div>
        )}
      </div>
      <div className="min-w-0 sm:[grid-area:day]">
        {date === null ? (
          <p className="py-1.5 text-muted-foreground">
            Please select a date to manage availability exceptions.
          </p>
        ) : (
          <>
            <div className="flex min-h-9 flex-wrap items-center gap-x-3">
              <h3 id="chosen-date" tabIndex={-1} className="font-semibold">
                {formatLongDate(date)}
              </h3>
              <p className="text-muted-foreground">{describeDay(dayOf.get(date) ?? {}, false)}</p>
            </div>
            {date === shown.date ? children : <p className="py-1.5 text-muted-foreground">Loading...</p>}
          </>
        )}
      </div>
    </div>
  )
}

/** Each with text such as '2 off, 1 on'. */
function changedDates(slots: Exceptions['slots']): [date: string, words: string][] {
  const dates = [...new Set(slots.map(({ date }) => date))].toSorted()
  return dates.map((date) => {
    const count = (on: boolean) =>
      slots.filter((slot) => slot.date === date && slot.isAvailable === on).length
    const [on, off] = [count(true), count(false)]
    return [date, [off && `${off} off`, on && `${on} on`].filter(Boolean).join(', ')]
  })
}
