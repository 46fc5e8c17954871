'use client'

import { format } from 'date-fns/format'
import { parseISO } from 'date-fns/parseISO'
import { createContext, use } from 'react'
import { DayButton, type DayButtonProps, DayPicker } from 'react-day-picker'
import { place } from '@/lib/content/place'
import { formatLongDate, siteDates } from '@/lib/dates'
import { cn } from '@/lib/utils'

interface CalendarProps {
  /** In the studio's time zone, `YYYY-MM-DD`. */
  selected: string | null
  /** Gets null if the pressed date was selected already. */
  onSelect: (date: string | null) => void
  /** In the studio's time zone. Days before it, and after `siteDates(today).last`, are disabled. */
  today: string
  /** A day's events in words, for its accessible name; '' for none. */
  describe: (date: string) => string
  /** A day's events as a picture inside its button, 36 px high. */
  renderMark: (date: string) => React.ReactNode
  /** `YYYY-MM`. */
  month: string
  onMonthChange: (month: string) => void
}

/** A day of react-day-picker is a `Date` at midnight in the browser's time zone. */
function dateOf(day: Date): string {
  return format(day, 'yyyy-MM-dd')
}

const RenderMark = createContext<CalendarProps['renderMark']>(() => null)

// Outside the calendar: a component made on each render is remounted, and its button loses the focus.
function MarkedDayButton({ children, ...props }: DayButtonProps) {
  return (
    <DayButton {...props}>
      {children}
      {use(RenderMark)(dateOf(props.day.date))}
    </DayButton>
  )
}

export function Calendar({ selected, onSelect, today, describe, renderMark, ...props }: CalendarProps) {
  const { last } = siteDates(today)
  const navButton = 'grid size-9 place-items-center rounded-full hover:bg-muted aria-disabled:opacity-30'
  return (
    <RenderMark value={renderMark}>
      <DayPicker
        mode="single"
        lang={place.locale}
        selected={selected ? parseISO(selected) : undefined}
        onSelect={(day) => onSelect(day ? dateOf(day) : null)}
        month={parseISO(props.month)}
        onMonthChange={(first) => props.onMonthChange(format(first, 'yyyy-MM'))}
        startMonth={parseISO(today)}
        endMonth={parseISO(last)}
        today={parseISO(today)}
        weekStartsOn={1}
        fixedWeeks
        disabled={(day) => dateOf(day) < today || dateOf(day) > last}
        components={{ DayButton: MarkedDayButton }}
        formatters={{ formatWeekdayName: (day) => format(day, 'EEE') }}
        labels={{
          labelDayButton: (day) => {
            const words = describe(dateOf(day))
            return formatLongDate(dateOf(day)) + (words && `, ${words}`)
          },
          labelNext: () => 'Next month',
          labelPrevious: () => 'Previous month',
          labelNav: () => 'Months',
        }}
        classNames={{
          months: 'relative',
          month_caption: 'flex h-9 items-center pl-3',
          caption_label: 'font-semibold',
          nav: 'absolute top-0 right-0 flex',
          button_previous: navButton,
          button_next: navButton,
          chevron: 'size-4 fill-current',
          month_grid: 'w-full table-fixed border-separate border-spacing-0.5',
          weekday: 'h-8 text-center text-xs font-medium text-muted-foreground',
          day: 'p-0 text-center tabular-nums',
          day_button: cn(
            'relative grid h-9 w-full place-items-center rounded-lg text-sm hover:bg-muted',
            'disabled:pointer-events-none disabled:text-muted-foreground disabled:opacity-60',
          ),
          today: '[&>button]:font-bold [&>button]:text-brand',
          selected:
            '[--mark:HighlightText] [&>button]:chosen [&>button]:not-forced-colors:bg-foreground! [&>button]:not-forced-colors:text-background!',
          outside: 'invisible',
          hidden: 'invisible',
          disabled: '',
        }}
      />
    </RenderMark>
  )
}
