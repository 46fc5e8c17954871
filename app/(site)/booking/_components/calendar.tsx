import { useEffect, useState } from 'react'
import { ignorePresses } from '@/components/ignore-presses'
import { lastMonth, lastShown, addressHref } from '@/lib/booking/address'
import { addDays, bookableDates, formatLongDate, weekdayOf } from '@/lib/dates'
import type { BookingFlow } from './use-booking-flow'

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]
const CELLS = Array.from({ length: 6 }, (_, week) => WEEKDAYS.map((_, day) => week * 7 + day))

/** 'December 2026' for '2026-12' or one of its dates. */
function nameOf(month: string): string {
  return `${MONTHS[Number(month.slice(5, 7)) - 1]} ${month.slice(0, 4)}`
}

function monthAfter(month: string, step: 1 | -1): string {
  return addDays(`${month}-15`, step * 30).slice(0, 7)
}

/** ', 2 times available'; '' while unknown. */
function countOf(free: number | undefined): string {
  if (free === undefined) return ''
  return free === 1 ? ', 1 time available' : `, ${free || 'no'} times available`
}

const earliest = (...dates: string[]) => dates.reduce((one, other) => (one < other ? one : other))
const latest = (...dates: string[]) => dates.reduce((one, other) => (one > other ? one : other))
const lastOf = (month: string) => addDays(`${monthAfter(month, 1)}-01`, -1)

/** Home and End stay in the same week, and between `first` and `last`. */
function dateByKey(key: string, date: string, first: string, last: string): string | undefined {
  const weekday = weekdayOf(date)
  const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[key]
  if (days !== undefined) return addDays(date, days)
  if (key === 'Home') return latest(addDays(date, -weekday), first)
  if (key === 'End') return earliest(addDays(date, 6 - weekday), last)
  if (key !== 'PageUp' && key !== 'PageDown') return undefined
  const month = monthAfter(date.slice(0, 7), key === 'PageUp' ? -1 : 1)
  return earliest(`${month}-${date.slice(8)}`, lastOf(month))
}

/** Its days are links, which work before hydration. The grid is one tab stop; arrow keys move within it. */
export function Calendar({ flow }: { flow: BookingFlow }) {
  const { today, free, address } = flow
  const { date, month } = address
  const { first, last } = bookableDates(today)
  // The day to which a key moved the focus.
  const [focused, setFocused] = useState<string | null>(null)
  useEffect(() => {
    if (focused) document.getElementById(`day-${focused}`)?.focus()
  }, [focused, month])

  const from = latest(first, `${month}-01`)
  const to = earliest(last, lastShown(month))
  const isShown = (day: string) => day >= from && day <= to
  const stop = [focused ?? '', date].find(isShown) ?? from
  const before = weekdayOf(`${month}-01`)
  const dayOf = (cell: number) => addDays(`${month}-01`, cell - before)

  function onKeyDown(event: React.KeyboardEvent) {
    if (!(event.target instanceof HTMLElement)) return
    // A shortcut of the browser, such as Alt+Left for Back.
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const day = dateByKey(event.key, event.target.id.slice('day-'.length), from, to)
    if (!day && event.key !== ' ') return
    event.preventDefault()
    if (!day) return event.target.click()
    if (day < first || day > last) return
    setFocused(day)
    if (!isShown(day)) flow.turnTo(day.slice(0, 7))
  }

  return (
    <div className="calendar">
      <p id="month" aria-live="polite" className="calendar-month">
        {nameOf(month)}
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
            <tr key={week[0]} className={dayOf((week[0] ?? 0) + 6) < first ? 'max-md:hidden' : undefined}>
              {week.map((cell, weekday) => {
                if (cell < before) return <td key={cell} />
                const day = dayOf(cell)
                const n = Number(day.slice(8))
                const name = n === 1 && cell > before && <small aria-hidden>{nameOf(day).slice(0, 3)}</small>
                if (!isShown(day))
                  return (
                    <td key={cell} aria-disabled>
                      {n}
                    </td>
                  )
                return (
                  <td key={cell} aria-selected={day === date || undefined}>
                    <a
                      id={`day-${day}`}
                      href={addressHref({
                        ...address,
                        date: day,
                        month,
                        slot: day === date ? address.slot : null,
                        step: 1,
                      })}
                      className={free[day] ? 'is-free' : undefined}
                      tabIndex={day === stop ? undefined : -1}
                      aria-label={`${WEEKDAYS[weekday]} ${n} ${nameOf(day)}${countOf(free[day])}`}
                      onClick={(event) => {
                        event.preventDefault()
                        setFocused(null)
                        flow.chooseDate(day)
                        showTimes()
                      }}
                    >
                      {name}
                      <span>{n}</span>
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

/** The second press of a double press would select the time under the finger. */
function showTimes() {
  if (!matchMedia('(width < 48rem)').matches) return
  const times = document.getElementById('times')
  times?.scrollIntoView()
  ignorePresses(times?.closest('form') ?? null)
}

type MonthLinkProps = { flow: BookingFlow; step: 1 | -1; shown: boolean; onTurn: () => void }

/** Without such a month the link is disabled but can keep the focus. */
function MonthLink({ flow, step, shown, onTurn }: MonthLinkProps) {
  const month = monthAfter(flow.address.month, step)
  return (
    <a
      href={shown ? addressHref({ ...flow.address, month, step: 1 }) : undefined}
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
