import { memo } from 'react'
import { DayButton, DayPicker } from 'react-day-picker'
import type { OpenSlots } from '@/lib/booking/slots'
import { formatLongDate } from '@/lib/dates'
import { toLocal, toStudio } from '@/lib/local-dates'

type CalendarProps = {
  /** The chosen studio date. */
  date: string
  /** A date of the month that is shown. */
  month: string
  today: string
  open: OpenSlots
  onChoose: (date: string) => void
  onMonth: (firstDay: string) => void
}

/** How many times a day has, in words; nothing while it is not known. */
function countOf(slots: unknown[] | undefined): string {
  if (!slots) return ''
  return slots.length === 1 ? ', 1 time' : `, ${slots.length || 'no'} times`
}

const monthNames = new Intl.DateTimeFormat('en-NZ', { month: 'long', year: 'numeric' })

function showMonth(month: Date | undefined): string {
  return month ? `Show ${monthNames.format(month)}` : 'No other month'
}

/** A day. While the focus moves from day to day only its arrival is told: each telling draws the whole month. */
function Day({ onBlur, ...props }: React.ComponentProps<typeof DayButton>) {
  return (
    <DayButton
      {...props}
      onBlur={(event) => {
        if (!event.relatedTarget?.closest('[role=gridcell]')) onBlur?.(event)
      }}
    />
  )
}
const components = { DayButton: Day }

/** The month's days. Today and the past cannot be chosen, earlier months are hidden (spec 2); days with free times are marked. */
export const Calendar = memo(function Calendar({
  date,
  month,
  today,
  open,
  onChoose,
  onMonth,
}: CalendarProps) {
  return (
    <DayPicker
      mode="single"
      required
      selected={toLocal(date)}
      onSelect={(day) => onChoose(toStudio(day))}
      month={toLocal(month)}
      startMonth={toLocal(today)}
      onMonthChange={(month) => onMonth(toStudio(month))}
      today={toLocal(today)}
      weekStartsOn={1}
      fixedWeeks
      disabled={(day) => toStudio(day) <= today}
      modifiers={{ free: (day) => Boolean(open[toStudio(day)]?.length) }}
      modifiersClassNames={{ free: 'is-free' }}
      labels={{
        labelDayButton: (day) => formatLongDate(toStudio(day)) + countOf(open[toStudio(day)]),
        labelNext: showMonth,
        labelPrevious: showMonth,
        labelNav: () => 'Months',
      }}
      components={components}
      className="calendar"
    />
  )
})
