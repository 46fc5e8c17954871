import { place } from '@/lib/content/place'
import { useEffect, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { NativeSelect } from '@/components/ui/native-select'
import { addMinutes } from '@/lib/hours/time-rows'
import { dateProblem, formatDate, formatTimeRange, isDate, siteDates } from '@/lib/dates'
import { paths } from '@/lib/paths'
import type { FreeTime } from '@/lib/requests/free-times'
import { cn } from '@/lib/utils'

/** Date and times are '' until chosen. `isOther` is true for typed times. */
export interface ChosenTime {
  date: string
  start_time: string
  end_time: string
  isOther: boolean
}

interface TimeChoiceProps {
  value: ChosenTime
  /** The proposed minutes from a typed start to its end. */
  duration: number
  today: string
  onChange: (value: ChosenTime) => void
}

const OTHER = 'other'

export function TimeChoice({ value, duration, today, onChange }: TimeChoiceProps) {
  const { date, start_time, end_time, isOther } = value
  const [response, setResponse] = useState<{ date: string; times: FreeTime[] | null } | null>(null)
  const [tries, setTries] = useState(0)
  const id = useId()
  const problem = date && dateProblem(date, today)
  useEffect(() => {
    if (!isDate(date) || problem) return
    let isLate = false
    void readFreeTimes(date).then((times) => !isLate && setResponse({ date, times }))
    return () => {
      isLate = true
    }
  }, [date, problem, tries])
  // Undefined until the response for this date has come, null after a failure.
  const times = response?.date === date ? response.times : undefined
  const option = isOther ? OTHER : start_time && `${start_time} ${end_time}`
  const isListed = times?.some((time) => `${time.start_time} ${time.end_time}` === option)

  function choose(chosenOption: string) {
    if (chosenOption === OTHER) return onChange({ date, start_time: '', end_time: '', isOther: true })
    const [start = '', end = ''] = chosenOption.split(' ')
    onChange({ date, start_time: start, end_time: end, isOther: false })
  }

  return (
    <>
      <div className="grid gap-1.5">
        <Label htmlFor={`${id}-date`}>Date</Label>
        <Input
          id={`${id}-date`}
          density="dense"
          type="date"
          required
          min={today}
          max={siteDates(today).last}
          value={date}
          aria-invalid={problem !== ''}
          aria-describedby={problem ? `${id}-free` : undefined}
          onChange={(event) =>
            onChange({
              ...value,
              date: event.target.value,
              ...(!isOther && { start_time: '', end_time: '' }),
            })
          }
        />
      </div>
      <div className="grid gap-1.5">
        <Label htmlFor={`${id}-time`}>Time ({place.city})</Label>
        <NativeSelect
          id={`${id}-time`}
          density="dense"
          required
          value={option}
          aria-describedby={`${id}-free`}
          onChange={(event) => choose(event.target.value)}
        >
          <option value="">Choose a time</option>
          {/* The chosen time may no longer be free, or the free times may not be read yet. */}
          {option && !isOther && !isListed && (
            <option value={option}>{formatTimeRange(start_time, end_time)}</option>
          )}
          {times?.map((time) => (
            <option key={time.start_time + time.end_time} value={`${time.start_time} ${time.end_time}`}>
              {formatTimeRange(time.start_time, time.end_time)}
            </option>
          ))}
          <option value={OTHER}>Another time…</option>
        </NativeSelect>
        <p
          id={`${id}-free`}
          role="status"
          className={cn('empty:hidden', problem ? 'text-destructive' : 'text-muted-foreground')}
        >
          {problem || (isDate(date) && describeTimes(date, times))}
        </p>
        {times === null && (
          <Button
            size="xs"
            variant="outline"
            className="justify-self-start"
            onClick={() => setTries((count) => count + 1)}
          >
            Try again
          </Button>
        )}
      </div>
      {isOther && (
        <div className="flex gap-2">
          <label className="grid grow gap-1.5">
            <span className="font-medium">From</span>
            <Input
              density="dense"
              type="time"
              required
              value={start_time}
              onChange={({ target: { value: start } }) =>
                onChange({ ...value, start_time: start, end_time: endOf(start, duration) })
              }
            />
          </label>
          <label className="grid grow gap-1.5">
            <span className="font-medium">To</span>
            <Input
              density="dense"
              type="time"
              required
              value={end_time}
              onChange={({ target }) => onChange({ ...value, end_time: target.value })}
            />
          </label>
        </div>
      )}
    </>
  )
}

function describeTimes(date: string, times: FreeTime[] | null | undefined): string {
  if (times === undefined) return 'The free times are being read…'
  if (times === null) return 'The free times could not be read. You can type another time.'
  if (times.length === 0) return `No time is free on ${formatDate(date)}.`
  return `${times.length === 1 ? '1 time is' : `${times.length} times are`} free on ${formatDate(date)}.`
}

/** '' without a start, or if the call would end at midnight or later. */
function endOf(start: string, duration: number): string {
  const end = start && addMinutes(start, duration)
  return end > start ? end : ''
}

/** Includes today; null if the read fails. */
async function readFreeTimes(date: string): Promise<FreeTime[] | null> {
  try {
    const response = await fetch(`${paths.admin}/free-times?${new URLSearchParams({ date })}`)
    return response.ok ? ((await response.json()) as FreeTime[]) : null
  } catch {
    return null
  }
}
