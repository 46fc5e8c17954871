import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import { durationText, type HeldTime, type Slot } from '@/lib/availability/slot'
import { minutesBetween } from '@/lib/availability/time-rows'
import { timeText } from '@/lib/availability/format'

interface SlotLineProps {
  slot: Pick<Slot, 'startTime' | 'endTime'>
  /** Left out where a slot is neither on nor off. */
  isAvailable?: boolean
  /** Whether it has begun, today. */
  isPast?: boolean
  isBooked?: boolean
  /** Why visitors do not get it all the same. */
  note?: string | false
  /** Who has booked. */
  bookings?: HeldTime[]
  /** The buttons. */
  children?: React.ReactNode
}

/** A slot, its state and what can be done with it. */
export function SlotLine({ slot, isAvailable, isPast, isBooked, note, bookings, children }: SlotLineProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-border/70 py-1 last:border-0">
      <span className="min-w-35 whitespace-nowrap tabular-nums lg:min-w-52">
        <span className="font-medium">{timeText(slot.startTime, slot.endTime)}</span>{' '}
        <span className="text-muted-foreground max-lg:block max-lg:text-xs">
          {durationText(minutesBetween(slot.startTime, slot.endTime))}
        </span>
      </span>
      <span className="flex min-w-0 grow basis-16 flex-wrap items-center gap-x-2 gap-y-1">
        {isAvailable !== undefined && (
          <Badge size="sm" variant={isAvailable && !isPast ? 'green' : 'gray'}>
            {!isAvailable ? 'Unavailable' : isPast ? 'Past' : 'Available'}
          </Badge>
        )}
        {isBooked && (
          <Badge size="sm" variant="outline">
            Booked
          </Badge>
        )}
        {note && (
          <Badge size="sm" variant="outline">
            {note}
          </Badge>
        )}
        {bookings?.map(({ id, name, date }) => (
          <Link
            key={id}
            href={{ query: { date, id } }}
            scroll={false}
            prefetch={false}
            className="max-w-full truncate font-medium text-brand underline underline-offset-3 sm:max-w-48"
          >
            <bdi>{name}</bdi>
          </Link>
        ))}
      </span>
      <span className="-mr-2.5 ml-auto flex empty:hidden sm:gap-1.5">{children}</span>
    </li>
  )
}
