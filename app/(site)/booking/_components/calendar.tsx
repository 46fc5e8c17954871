import { format, parseISO } from 'date-fns'
import { memo, startTransition, useEffect, useRef } from 'react'
import { DayPicker, type DayButtonProps } from 'react-day-picker'
import type { OpenSlots } from '@/lib/booking/slots'
import { addDays, formatLongDate } from '@/lib/dates'

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

/** How many days ahead the last date lies that the database takes a booking for. */
const LAST_DAY = 365

/** The studio date that the picker carries as midnight of the browser's own zone. */
function dateOf(day: Date): string {
  return format(day, 'yyyy-MM-dd')
}

function showMonth(month: Date | undefined): string {
  return month ? `Show ${format(month, 'MMMM yyyy')}` : 'No other month'
}

/**
 * A day. The picker draws the whole month whenever the focus leaves a day and when it comes to one. While it moves from day to day its
 * arrival says enough; when it goes elsewhere that can wait until the press is shown.
 */
function Day({ day, modifiers: { focused }, onBlur, ...props }: DayButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (focused) button.current?.focus()
  }, [focused])
  return (
    <button
      {...props}
      ref={button}
      onBlur={(event) => {
        if (!event.relatedTarget?.closest('[role=gridcell]')) startTransition(() => onBlur?.(event))
      }}
    />
  )
}
const components = { DayButton: Day }

/** The month's days. Today and the past cannot be chosen, earlier months are hidden; days with free times are marked. */
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
      lang="en-NZ"
      required
      selected={parseISO(date)}
      onSelect={(day) => onChoose(dateOf(day))}
      month={parseISO(month)}
      startMonth={parseISO(today)}
      endMonth={parseISO(addDays(today, LAST_DAY))}
      onMonthChange={(month) => {
        // By key the focus goes to a day of the new month, which has to be there; a button's press is shown first.
        if (document.activeElement?.closest('[role=gridcell]')) onMonth(dateOf(month))
        else startTransition(() => onMonth(dateOf(month)))
      }}
      today={parseISO(today)}
      weekStartsOn={1}
      fixedWeeks
      disabled={(day) => dateOf(day) <= today}
      modifiers={{ free: (day) => Boolean(open[dateOf(day)]?.length) }}
      modifiersClassNames={{ free: 'is-free' }}
      formatters={{ formatWeekdayName: (day) => format(day, 'EEE') }}
      labels={{
        labelDayButton: (day) => formatLongDate(dateOf(day)) + countOf(open[dateOf(day)]),
        labelNext: showMonth,
        labelPrevious: showMonth,
        labelNav: () => 'Months',
      }}
      components={components}
      className="calendar"
    />
  )
})
