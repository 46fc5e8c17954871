'use client'

import { format, parseISO } from 'date-fns'
import { useState } from 'react'
import { DayPicker } from 'react-day-picker'
import { formatLongDate } from '@/lib/dates'
import { cn } from '@/lib/utils'

interface CalendarProps {
  /** The chosen studio date, `YYYY-MM-DD`; null for none. */
  selected: string | null
  /** Choosing the chosen day again gives null. */
  onSelect: (date: string | null) => void
  /** The studio's today: earlier days cannot be chosen, earlier months are hidden. */
  today: string
  /** Days with a mark, and what the mark says to those who do not see it. */
  marks: Map<string, string>
}

/** The studio date that the picker carries as midnight of the browser's own zone. */
function dateOf(day: Date): string {
  return format(day, 'yyyy-MM-dd')
}

/** A month of days of which one can be chosen. It turns to the month of a date chosen elsewhere. */
export function Calendar({ selected, onSelect, today, marks }: CalendarProps) {
  const [month, setMonth] = useState(selected ?? today)
  const [followed, setFollowed] = useState(selected)
  if (followed !== selected) {
    setFollowed(selected)
    if (selected) setMonth(selected)
  }
  const navButton = 'grid size-9 place-items-center rounded-full hover:bg-muted aria-disabled:opacity-30'
  return (
    <DayPicker
      mode="single"
      lang="en-NZ"
      selected={selected ? parseISO(selected) : undefined}
      onSelect={(day) => onSelect(day ? dateOf(day) : null)}
      month={parseISO(month)}
      onMonthChange={(first) => setMonth(dateOf(first))}
      startMonth={parseISO(today)}
      today={parseISO(today)}
      weekStartsOn={1}
      fixedWeeks
      disabled={(day) => dateOf(day) < today}
      modifiers={{ marked: (day) => marks.has(dateOf(day)) }}
      formatters={{ formatWeekdayName: (day) => format(day, 'EEE') }}
      labels={{
        labelDayButton: (day) => {
          const mark = marks.get(dateOf(day))
          return formatLongDate(dateOf(day)) + (mark ? `, ${mark}` : '')
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
        selected: '[&>button]:chosen [&>button]:bg-foreground! [&>button]:text-background!',
        outside: 'invisible',
        hidden: 'invisible',
        disabled: '',
      }}
      modifiersClassNames={{
        marked:
          '[&>button]:after:absolute [&>button]:after:bottom-1 [&>button]:after:rounded-full [&>button]:after:border-2 [&>button]:after:border-current',
      }}
    />
  )
}
