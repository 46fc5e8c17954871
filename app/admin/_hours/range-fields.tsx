import { Fragment, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import { Input } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import { durationText } from '@/lib/hours/slot'
import { type FormValues, rowsOfRange, withRangeAdded } from './form-values'

/** Minutes from one start to the next, besides the default durations. */
const steps = [15, 20, 30, 45, 60, 90, 120]

export function RangeFields({
  values,
  durations,
  onChange,
}: {
  values: FormValues
  durations: number[]
  onChange: (values: FormValues) => void
}) {
  const from = useRef<HTMLInputElement>(null)
  const to = useRef<HTMLInputElement>(null)
  const [added, setAdded] = useState('')
  const [isOpened, setOpened] = useState(false)
  const { range, every, duration } = values
  const rows = rowsOfRange(values)
  const words = rows.length === 1 ? '1 time' : `${rows.length} times`

  function add() {
    if (rows.length > 0) {
      onChange(withRangeAdded(values))
      setAdded(`${words} added.`)
    }
    const next = rows.length === 0 && range.start_time ? to : from
    next.current?.focus()
  }

  function addOnEnter(event: React.KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault() // Enter must not submit the form
    add()
  }

  function setTime(field: keyof typeof range, time: string) {
    setAdded('')
    onChange({ ...values, range: { ...range, [field]: time } })
  }

  return (
    // Open also for a range that was typed and not added.
    <details
      open={isOpened || range.start_time + range.end_time !== ''}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
      className="open:basis-full"
    >
      <summary className={buttonVariants({ variant: 'ghost', size: 'sm', className: 'w-fit list-none' })}>
        Add many
      </summary>
      <div
        role="group"
        aria-label="Fill a range"
        className="grid w-full max-w-96 gap-2 rounded-lg bg-muted p-2 @min-[18rem]:p-3"
      >
        <div className="flex flex-wrap items-center gap-2">
          {(['start_time', 'end_time'] as const).map((field) => (
            <Fragment key={field}>
              {field === 'end_time' && (
                <span aria-hidden className="text-muted-foreground">
                  to
                </span>
              )}
              <Input
                ref={field === 'start_time' ? from : to}
                density="dense"
                type="time"
                aria-label={field === 'start_time' ? 'Range from' : 'Range to'}
                className="min-w-0 bg-card"
                value={range[field]}
                onChange={(event) => setTime(field, event.target.value)}
                onKeyDown={addOnEnter}
              />
            </Fragment>
          ))}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <label className="flex items-center gap-2">
            <span className="text-muted-foreground">every</span>
            <NativeSelect
              density="dense"
              className="bg-card"
              value={every ?? duration}
              onChange={(event) => onChange({ ...values, every: Number(event.target.value) })}
            >
              {[...new Set([...steps, ...durations, duration])]
                .toSorted((a, b) => a - b)
                .map((minutes) => (
                  <option key={minutes} value={minutes}>
                    {durationText(minutes)}
                  </option>
                ))}
            </NativeSelect>
          </label>
          <Button size="sm" variant="secondary" onClick={add}>
            {rows.length > 0 ? `Fill ${words}` : 'Fill times'}
          </Button>
        </div>
        <p role="status" className="sr-only">
          {added}
        </p>
      </div>
    </details>
  )
}
