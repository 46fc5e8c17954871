'use client'

import { useRef, useState } from 'react'
import { dateText } from '@/lib/availability/format'
import { describeOverlaps, slotsOfDate, slotsOfWeekdays } from '@/lib/availability/overlaps'
import type { Holiday } from '@/lib/availability/holidays'
import { usualDurations, weekdays } from '@/lib/availability/slot'
import { useLive } from '../_components/live'
import { AvailabilityForm } from './availability-form'
import { ExceptionsPanel } from './exceptions-panel'
import { type FormValues, valuesCopiedFrom, valuesOfWeekday } from './form-values'
import { RecurringPanel } from './recurring-panel'
import { useDraft } from './use-draft'

interface AvailabilityPanelsProps {
  /** Whose admin it is, by e-mail. */
  owner: string
  holidays: Holiday[]
}

/** Everything about when calls are offered. */
export function AvailabilityPanels({ owner, holidays }: AvailabilityPanelsProps) {
  const { today, reads } = useLive().desk
  const recurring = reads.recurring.data
  const presets = reads.presets.data
  const { values, update, restored } = useDraft(owner)
  const heading = useRef<HTMLHeadingElement>(null)

  const [copied, setCopied] = useState<number | null>(null)

  function change(next: FormValues) {
    setCopied(null)
    update(next)
  }

  function edit(weekday: number) {
    change(valuesOfWeekday(weekday, recurring ?? [], values.duration))
    heading.current?.focus()
  }

  function copy(weekday: number) {
    const pattern = recurring?.filter((entry) => entry.weekday === weekday) ?? []
    update(valuesCopiedFrom(weekday, pattern, values.duration))
    setCopied(weekday)
    heading.current?.focus()
  }

  return (
    <>
      <div className="grid gap-x-12 gap-y-10 md:grid-cols-[19rem_1fr]">
        <section aria-labelledby="availability" className="grid content-start gap-3">
          <h2 ref={heading} id="availability" tabIndex={-1} className="scroll-mt-4 text-lg tracking-tight">
            {values.editing === null ? 'Add Availability' : `Edit ${weekdays[values.editing]}`}
          </h2>
          <p role="status" className="text-sm text-brand empty:hidden">
            {restored && 'What you had typed is still here.'}
            {copied !== null && `${weekdays[copied]}’s times are here. Choose the days to copy them to.`}
          </p>
          <AvailabilityForm
            values={values}
            onChange={change}
            today={today}
            durations={presets?.length ? presets : usualDurations}
            failure={reads.presets.failure}
            overlaps={overlaps()}
          />
        </section>
        <ExceptionsPanel today={today} exceptions={reads.exceptions} holidays={holidays} />
      </div>
      <RecurringPanel
        recurring={recurring}
        slots={reads.slots.data}
        exceptions={reads.exceptions.data?.slots ?? []}
        failures={[reads.recurring.failure, reads.slots.failure]}
        onEdit={edit}
        onCopy={copy}
      />
    </>
  )

  function overlaps(): string[] {
    const { editing, kind, days, date, rows } = values
    const pattern = recurring ?? []
    if (editing !== null) return describeOverlaps(rows, slotsOfWeekdays([editing], pattern), true)
    if (kind === 'recurring') return describeOverlaps(rows, slotsOfWeekdays(days, pattern))
    const exceptions = reads.exceptions.data
    if (!date || !exceptions) return describeOverlaps(rows, [])
    if (exceptions.closedDates.some((closed) => closed.date === date))
      return [`${dateText(date)} is closed. Saving opens these times on it.`]
    return describeOverlaps(rows, [slotsOfDate(date, pattern, exceptions)])
  }
}
