import type { Day } from '@/lib/availability/schedule'
import { cn } from '@/lib/utils'

/** A day in words: '10 free, 2 booked, closed: Christmas Day, changed'. Empty when it holds nothing. */
export function describeDay({ free, booked, isClosed, reason, isChanged }: Day): string {
  const closed = reason ? `closed: ${reason}` : 'closed'
  return [
    free > 0 && `${free} free`,
    booked > 0 && `${booked} booked`,
    isClosed && closed,
    isChanged && !isClosed && 'changed',
  ]
    .filter(Boolean)
    .join(', ')
}

const bar = 'h-1 rounded-full border forced-colors:border-[CanvasText]'

/** The same as a picture, under a day's number: a bar whose parts are booked (full) and free (outlined), or a line through a closed day. */
export function DayMark({ day }: { day: Day }) {
  const { free, booked, isClosed, isChanged } = day
  return (
    <>
      {booked + free > 0 && (
        <span aria-hidden className="absolute inset-x-1 bottom-1 flex justify-center gap-px">
          {booked > 0 && (
            <span
              className={cn(bar, 'border-current bg-current forced-colors:bg-[CanvasText]')}
              style={{ flexGrow: booked, minWidth: '0.5rem' }}
            />
          )}
          {free > 0 && <span className={cn(bar, 'border-current')} style={{ flexGrow: free }} />}
        </span>
      )}
      {isClosed && (
        <span
          aria-hidden
          className="absolute inset-x-1 top-1/2 h-px -rotate-24 bg-current forced-colors:bg-[CanvasText]"
        />
      )}
      {isChanged && !isClosed && (
        <span
          aria-hidden
          className="absolute top-1 right-1 size-1.5 rounded-full bg-primary forced-colors:bg-[CanvasText]"
        />
      )}
    </>
  )
}

const sample = { date: '', free: 0, booked: 0, off: 0, isClosed: false, reason: null, isChanged: false }
const samples = [
  { name: 'free', day: { ...sample, free: 1 } },
  { name: 'booked', day: { ...sample, booked: 1 } },
  { name: 'closed', day: { ...sample, isClosed: true } },
  { name: 'changed', day: { ...sample, isChanged: true } },
]

/** What the marks mean. The days say it in words themselves. */
export function DayLegend() {
  return (
    <p aria-hidden className="flex flex-wrap justify-between gap-x-2 text-xs text-muted-foreground">
      {samples.map(({ name, day }) => (
        <span key={name} className="flex items-center gap-1">
          <span className="relative h-5 w-4.5">
            <DayMark day={day} />
          </span>
          {name}
        </span>
      ))}
    </p>
  )
}
