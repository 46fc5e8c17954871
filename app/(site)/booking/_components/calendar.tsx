import { useEffect, useState } from 'react'
import { ignorePresses } from '@/components/ignore-presses'
import { bookableDates, lastMonth, viewHref } from '@/lib/booking/view'
import { addDays, formatLongDate, weekdayOf } from '@/lib/dates'
import type { BookingFlow } from './use-booking-flow'

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]
const CELLS = Array.from({ length: 6 }, (_, week) => WEEKDAYS.map((_, day) => week * 7 + day))

/** 'December 2026'. */
function nameOf(month: string): string {
  return `${MONTHS[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`
}

function monthAfter(month: string, step: 1 | -1): string {
  return addDays(`${month}-15`, step * 30).slice(0, 7)
}

/** The number of free times of a day as text; '' while it is unknown. */
function countOf(free: number | undefined): string {
  if (free === undefined) return ''
  return free === 1 ? ', 1 time available' : `, ${free || 'no'} times available`
}

const earliest = (...dates: string[]) => dates.reduce((one, other) => (one < other ? one : other))
const latest = (...dates: string[]) => dates.reduce((one, other) => (one > other ? one : other))
/** The last date of a month. */
const lastOf = (month: string) => addDays(`${monthAfter(month, 1)}-01`, -1)

/**
 * The date that a key moves the focus to; undefined for any other key. Home and End stay in the
 * row, among the days that can be chosen.
 */
function dateByKey(
  key: string,
  date: string,
  { first, last }: ReturnType<typeof bookableDates>,
): string | undefined {
  const weekday = weekdayOf(date)
  const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[key]
  if (days !== undefined) return addDays(date, days)
  const shown = date.slice(0, 7)
  if (key === 'Home') return latest(addDays(date, -weekday), `${shown}-01`, first)
  if (key === 'End') return earliest(addDays(date, 6 - weekday), lastOf(shown), last)
  if (key !== 'PageUp' && key !== 'PageDown') return undefined
  const month = monthAfter(shown, key === 'PageUp' ? -1 : 1)
  return earliest(`${month}-${date.slice(8)}`, lastOf(month))
}

/**
 * A month's days as links, so that they work before hydration. Today, past days and days more than
 * 365 days ahead cannot be chosen; days with free times are marked. It is one tab stop; arrow keys
 * move within it.
 */
export function Calendar({ flow, quiet }: { flow: BookingFlow; quiet: boolean }) {
  const { date, month, today, free, view } = flow
  const { first, last } = bookableDates(today)
  // The day that the arrow keys have moved to.
  const [focused, setFocused] = useState<string | null>(null)
  useEffect(() => {
    if (focused) document.getElementById(`day-${focused}`)?.focus()
  }, [focused, month])

  const isShown = (day: string) => day.startsWith(month) && day >= first && day <= last
  const firstShown = first.startsWith(month) ? first : `${month}-01`
  const stop = [focused ?? '', date].find(isShown) ?? firstShown
  const before = weekdayOf(`${month}-01`)
  const length = Number(lastOf(month).slice(8))
  const monthName = nameOf(month)

  function onKeyDown(event: React.KeyboardEvent) {
    if (!(event.target instanceof HTMLElement)) return
    // The browser's own, such as Back.
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const from = event.target.id.slice('day-'.length)
    const to = dateByKey(event.key, from, { first, last })
    if (!to && event.key !== ' ') return
    event.preventDefault()
    if (!to) return event.target.click()
    if (to < first || to > last) return
    setFocused(to)
    if (!to.startsWith(month)) flow.turnTo(to.slice(0, 7))
  }

  return (
    <div className="calendar">
      <p id="month" aria-live={quiet ? 'off' : 'polite'} className="calendar-month">
        {monthName}
      </p>
      <nav aria-label="Months" className="calendar-nav">
        <MonthLink flow={flow} step={-1} shown={month > first.slice(0, 7)} onTurn={() => setFocused(null)} />
        <MonthLink flow={flow} step={1} shown={month < lastMonth(today)} onTurn={() => setFocused(null)} />
      </nav>
      <table role="grid" aria-labelledby="month" onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} abbr={name}>
                {name.slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {CELLS.map((week) => (
            <tr key={week[0]}>
              {week.map((cell, weekday) => {
                const n = cell - before + 1
                if (n < 1 || n > length) return <td key={cell} />
                const day = `${month}-${String(n).padStart(2, '0')}`
                if (day < first || day > last)
                  return (
                    <td key={cell} aria-disabled>
                      {n}
                    </td>
                  )
                return (
                  <td key={cell} aria-selected={day === date || undefined}>
                    <a
                      id={`day-${day}`}
                      href={viewHref({
                        ...view,
                        date: day,
                        month,
                        slot: day === date ? view.slot : null,
                        step: 1,
                      })}
                      className={free[day] ? 'is-free' : undefined}
                      tabIndex={day === stop ? undefined : -1}
                      aria-label={`${WEEKDAYS[weekday]} ${n} ${monthName}${countOf(free[day])}`}
                      onClick={(event) => {
                        event.preventDefault()
                        setFocused(null)
                        flow.chooseDate(day)
                        showTimes()
                      }}
                    >
                      {n}
                    </a>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {month === lastMonth(today) && (
        <p className="mt-2 text-sm text-muted-foreground">{`You can book up to ${formatLongDate(last)}.`}</p>
      )}
    </div>
  )
}

/**
 * On a narrow screen the times are below the calendar, so scroll to them. Of a double press the
 * second one would choose the time that has come under the finger.
 */
function showTimes() {
  if (!matchMedia('(width < 48rem)').matches) return
  const times = document.getElementById('times')
  times?.scrollIntoView()
  ignorePresses(times?.closest('form') ?? null)
}

type MonthLinkProps = { flow: BookingFlow; step: 1 | -1; shown: boolean; onTurn: () => void }

/**
 * A link to the previous or next month. Without such a month it is disabled, but can keep the
 * focus.
 */
function MonthLink({ flow, step, shown, onTurn }: MonthLinkProps) {
  const month = monthAfter(flow.month, step)
  return (
    <a
      href={shown ? viewHref({ ...flow.view, month, step: 1 }) : undefined}
      role="link"
      tabIndex={shown ? undefined : -1}
      aria-disabled={shown ? undefined : true}
      aria-label={shown ? `Show ${nameOf(month)}` : 'No other month'}
      onClick={(event) => {
        event.preventDefault()
        onTurn()
        if (shown) flow.turnTo(month)
      }}
    >
      <svg viewBox="0 0 24 24" aria-hidden>
        <path d={step < 0 ? 'm14.5 6-6 6 6 6' : 'm9.5 6 6 6-6 6'} />
      </svg>
    </a>
  )
}
