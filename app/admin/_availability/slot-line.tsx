import { Badge } from '@/components/ui/badge'
import type { Slot } from '@/lib/availability/slot'
import { timeText } from '@/lib/admin-format'

interface SlotLineProps {
  slot: Slot
  /** Left out where a slot is neither on nor off. */
  isAvailable?: boolean
  isBooked?: boolean
  /** Why visitors do not get it all the same. */
  note?: string | false
  /** The buttons. */
  children: React.ReactNode
}

/** A slot, its state and what can be done with it. */
export function SlotLine({ slot, isAvailable, isBooked, note, children }: SlotLineProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-border/70 py-1 last:border-0">
      <span className="min-w-35 font-medium whitespace-nowrap tabular-nums sm:min-w-40">
        {timeText(slot.startTime, slot.endTime)}
      </span>
      <span className="flex grow basis-16 flex-wrap gap-x-2 gap-y-1">
        {isAvailable !== undefined && (
          <Badge size="sm" variant={isAvailable ? 'green' : 'gray'}>
            {isAvailable ? 'Available' : 'Unavailable'}
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
      </span>
      <span className="-mr-2.5 ml-auto flex sm:gap-1.5">{children}</span>
    </li>
  )
}
