import { Plus, X } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import type { TimeRange } from '@/lib/hours/slot'
import { emptyRow, withStart } from '@/lib/hours/time-rows'

interface TimeRowsProps {
  rows: TimeRange[]
  /** The minutes from the start of a row to its proposed end. */
  duration: number
  /** True to mark missing times as invalid. */
  invalid: boolean
  onChange: (rows: TimeRange[]) => void
  /** The `RangeFields`, below the rows. */
  children: React.ReactNode
}

export function TimeRows({ rows, duration, invalid, onChange, children }: TimeRowsProps) {
  const replace = (index: number, row: TimeRange) => onChange(rows.with(index, row))
  const isInvalid = (time: string) =>
    invalid && (!time || rows.every(({ start_time, end_time }) => start_time && end_time))
  return (
    <fieldset className="@container grid min-w-0 justify-items-start gap-1.5">
      <legend className="mb-1.5 font-medium">Times</legend>
      <div className="grid w-full grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-x-6 gap-y-1.5">
        {rows.map((row, index) => (
          <div key={index} className="flex items-center gap-1 @min-[18rem]:gap-2">
            <Input
              density="dense"
              className="min-w-0 @max-[18rem]:px-1.5"
              type="time"
              aria-label={`Start time ${index + 1}`}
              aria-invalid={isInvalid(row.start_time)}
              value={row.start_time}
              onChange={(event) => replace(index, withStart(row, event.target.value, duration))}
            />
            <span aria-hidden className="text-muted-foreground @max-[18rem]:hidden">
              to
            </span>
            <Input
              density="dense"
              className="min-w-0 @max-[18rem]:px-1.5"
              type="time"
              aria-label={`End time ${index + 1}`}
              aria-invalid={isInvalid(row.end_time)}
              value={row.end_time}
              onChange={(event) => replace(index, { ...row, end_time: event.target.value })}
            />
            {rows.length > 1 && (
              <Button
                size="icon-sm"
                variant="ghost"
                aria-label={`Remove time ${index + 1}`}
                onClick={() => onChange(rows.toSpliced(index, 1))}
                className="text-muted-foreground hover:text-foreground"
              >
                <X aria-hidden className="size-4" />
              </Button>
            )}
          </div>
        ))}
      </div>
      <div className="-ml-3 flex w-full flex-wrap gap-x-1">
        <Button size="sm" variant="ghost" onClick={() => onChange([...rows, emptyRow])}>
          <Plus aria-hidden className="size-4" /> Add time
        </Button>
        {children}
      </div>
    </fieldset>
  )
}
