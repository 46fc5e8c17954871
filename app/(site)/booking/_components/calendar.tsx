import { memo, startTransition, useEffect, useRef } from 'react'
import { DayPicker, type DayButtonProps } from 'react-day-picker'
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
      onMonthChange={(month) => {
        // By key the focus goes to a day of the new month, which has to be there; a button's press is shown first.
        if (document.activeElement?.closest('[role=gridcell]')) onMonth(toStudio(month))
        else startTransition(() => onMonth(toStudio(month)))
      }}
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
