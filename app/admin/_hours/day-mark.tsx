import type { Day } from '@/lib/hours/queries'
import { cn } from '@/lib/utils'

/** '10 free, 2 booked, 1 busy, changed'; '' if nothing is on it. Without `withState`, only its numbers. */
export function describeDay(
  { free, booked, busy, is_closed, reason, is_changed }: Partial<Day>,
  withState = true,
): string {
  const state = withState && (is_closed ? (reason ? `closed: ${reason}` : 'closed') : is_changed && 'changed')
  return [free && `${free} free`, booked && `${booked} booked`, busy && `${busy} busy`, state]
    .filter(Boolean)
    .join(', ')
}

const bar = 'h-1 rounded-full border forced-colors:border-[var(--mark,CanvasText)]'

/** Booked parts are full, busy ones dotted, free ones outlined; a dot marks exceptions. */
export function DayMark({ free = 0, booked = 0, busy = 0, is_closed, is_changed }: Partial<Day>) {
  return (
    <>
      {booked + busy + free > 0 && (
        <span aria-hidden className="absolute inset-x-1 bottom-1 flex justify-center gap-px">
          {booked > 0 && (
            <span
              className={cn(bar, 'border-current bg-current forced-colors:bg-[var(--mark,CanvasText)]')}
              style={{ flexGrow: booked, minWidth: '0.5rem' }}
            />
          )}
          {busy > 0 && (
            <span
              className={cn(bar, 'border-dotted border-current opacity-70')}
              style={{ flexGrow: busy, minWidth: '0.5rem' }}
            />
          )}
          {free > 0 && <span className={cn(bar, 'border-current')} style={{ flexGrow: free }} />}
        </span>
      )}
      {is_closed && (
        <span
          aria-hidden
          className="absolute inset-x-1 top-1/2 h-px -rotate-24 bg-current forced-colors:bg-[var(--mark,CanvasText)]"
        />
      )}
      {is_changed && !is_closed && (
        <span
          aria-hidden
          className="absolute top-1 right-1 size-1.5 rounded-full bg-primary forced-colors:bg-[var(--mark,CanvasText)]"
        />
      )}
    </>
  )
}

const samples = {
  free: { free: 1 },
  booked: { booked: 1 },
  busy: { busy: 1 },
  closed: { is_closed: true },
  changed: { is_changed: true },
}

/** Hidden from screen readers, which read `describeDay` instead. */
export function DayLegend() {
  return (
    <p aria-hidden className="flex flex-wrap justify-between gap-x-1 text-xs text-muted-foreground">
      {Object.entries(samples).map(([name, day]) => (
        <span key={name} className="flex items-center gap-0.5">
          <span className="relative h-5 w-4">
            <DayMark {...day} />
          </span>
          {name}
        </span>
      ))}
    </p>
  )
}
