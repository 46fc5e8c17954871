'use client'

import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import type { Holiday } from '@/lib/availability/holidays'
import type { ClosedDate } from '@/lib/availability/slot'
import { dateText } from '@/lib/availability/format'
import { formatShortDate } from '@/lib/dates'
import { closeDates, reopenDates } from './actions'
import { closedRuns } from './closed-runs'
import type { ScheduleChange } from './use-schedule-change'

interface ClosedDatesProps {
  today: string
  /** Null when they could not be read. */
  closed: ClosedDate[] | null
  holidays: Holiday[]
  pending: boolean
  onChange: (change: ScheduleChange) => void
}

/** Closes dates ahead, one, many or a public holiday, and opens them again. */
export function ClosedDates({ today, closed, holidays, pending, onChange }: ClosedDatesProps) {
  const heading = useRef<HTMLHeadingElement>(null)

  function close(from: string, to: string, reason: string, onDone?: () => void) {
    onChange({
      action: (agreed) => closeDates({ from, to }, reason, agreed),
      failure: 'Failed to update date availability',
      title: from === to ? `Close ${dateText(from)}?` : `Close ${dateText(from)} to ${dateText(to)}?`,
      yes: from === to ? 'Close the date' : 'Close the dates',
      onDone,
    })
  }

  function reopen(from: string, to: string, onDone?: () => void) {
    onChange({
      action: () => reopenDates({ from, to }),
      failure: 'Failed to update date availability',
      title: '',
      yes: '',
      onDone,
    })
  }

  return (
    <div className="grid gap-x-8 gap-y-6 border-t border-border pt-4 lg:grid-cols-2">
      <div className="grid content-start gap-3">
        <h3 ref={heading} tabIndex={-1} className="font-semibold">
          Close dates
        </h3>
        <CloseForm today={today} pending={pending} onClose={close} />
        {closed && closed.length > 0 && (
          <ul aria-label="Closed dates">
            {closedRuns(closed).map(({ from, to, reason }) => {
              const dates =
                from === to ? formatShortDate(from) : `${formatShortDate(from)} – ${formatShortDate(to)}`
              return (
                <li
                  key={from}
                  className="flex items-center gap-2 border-b border-border/70 py-1 last:border-0"
                >
                  <span className="min-w-0 grow">
                    <span className="font-medium tabular-nums">{dates}</span>{' '}
                    <bdi className="[overflow-wrap:anywhere] text-muted-foreground">{reason}</bdi>
                  </span>
                  <Button
                    size="xs"
                    variant="ghost"
                    className="-mr-2.5"
                    aria-disabled={pending}
                    aria-label={`Open ${dates} again`}
                    onClick={() => reopen(from, to, () => heading.current?.focus())}
                  >
                    Open again
                  </Button>
                </li>
              )
            })}
          </ul>
        )}
      </div>
      <Holidays holidays={holidays} closed={closed} pending={pending} onClose={close} onReopen={reopen} />
    </div>
  )
}

interface CloseFormProps {
  today: string
  pending: boolean
  onClose: (from: string, to: string, reason: string, onDone: () => void) => void
}

function CloseForm({ today, pending, onClose }: CloseFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [fault, setFault] = useState('')

  function submit(event: React.SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const field = (name: string) => (data.get(name) as string | null) ?? ''
    const [from, to, reason] = [field('from'), field('to'), field('reason')]
    const last = to || from
    setFault(
      from < today ? 'Choose a date from today on.' : last < from ? 'The last date is before the first.' : '',
    )
    if (from >= today && last >= from) onClose(from, last, reason, () => form.current?.reset())
    else form.current?.querySelector('input')?.focus()
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-wrap items-end gap-2">
      {(['from', 'to'] as const).map((name) => (
        <label key={name} className="grid gap-1">
          <span className="text-muted-foreground">{name === 'from' ? 'From' : 'To (if more than one)'}</span>
          <Input density="dense" type="date" name={name} min={today} aria-invalid={fault !== ''} />
        </label>
      ))}
      <label className="grid grow gap-1">
        <span className="text-muted-foreground">Reason</span>
        <Input density="dense" name="reason" maxLength={200} autoComplete="off" />
      </label>
      <Button type="submit" size="sm" variant="outline" aria-disabled={pending}>
        Close dates
      </Button>
      <p role="status" className="w-full text-destructive empty:hidden">
        {fault}
      </p>
    </form>
  )
}

/** How many holidays are shown before all are asked for. */
const SOON = 6

interface HolidaysProps {
  holidays: Holiday[]
  closed: ClosedDate[] | null
  pending: boolean
  onClose: (from: string, to: string, reason: string) => void
  onReopen: (from: string, to: string) => void
}

function Holidays({ holidays, closed, pending, onClose, onReopen }: HolidaysProps) {
  const [all, setAll] = useState(false)
  return (
    <div className="grid content-start gap-3">
      <h3 id="holidays" className="font-semibold">
        Public holidays
      </h3>
      <ul aria-labelledby="holidays">
        {holidays.slice(0, all ? undefined : SOON).map(({ date, name }) => {
          const isClosed = closed?.some((other) => other.date === date) ?? false
          return (
            <li key={date} className="flex items-center gap-2 border-b border-border/70 py-1 last:border-0">
              <span className="min-w-0 grow">
                <span className="font-medium whitespace-nowrap tabular-nums">{formatShortDate(date)}</span>{' '}
                <span className="text-muted-foreground">{name}</span>
              </span>
              <Button
                size="xs"
                variant="ghost"
                className="-mr-2.5"
                aria-pressed={isClosed}
                aria-disabled={pending}
                aria-label={`${name}, ${dateText(date)}: closed`}
                onClick={() => (isClosed ? onReopen(date, date) : onClose(date, date, name))}
              >
                {isClosed ? 'Closed' : 'Close'}
              </Button>
            </li>
          )
        })}
      </ul>
      {holidays.length > SOON && (
        <Button
          size="sm"
          variant="ghost"
          className="-ml-3 w-fit"
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? 'Show fewer' : `Show all ${holidays.length}`}
        </Button>
      )}
    </div>
  )
}
