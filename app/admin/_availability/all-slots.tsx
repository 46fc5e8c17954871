import { formatShortDate, formatTimeRange } from '@/lib/dates'
import type { Exceptions } from '@/lib/availability/queries'
import { type RecurringSlot, type Slot, weekdays } from '@/lib/availability/schedule'
import { AccordionItem } from './accordion-item'
import { deleteSlot } from './actions'
import { AddSlot } from './add-slot'
import { ChangeButton } from './change-button'
import { SlotLine } from './slot-line'

interface AllSlotsProps {
  slots: Slot[]
  recurring: RecurringSlot[]
  exceptions: Exceptions['slots']
}

/** Every slot there is, on a weekday or not. */
export function AllSlots({ slots, recurring, exceptions }: AllSlotsProps) {
  function explain(id: string) {
    const days = recurring.filter((entry) => entry.id === id).map((entry) => weekdays[entry.weekday])
    const dates = exceptions
      .filter((entry) => entry.id === id && entry.isAvailable)
      .map((entry) => formatShortDate(entry.date))
    const places = [...days, ...dates]
    return places.length > 0 ? `It goes from ${places.join(', ')} too.` : 'It is on no weekday.'
  }

  return (
    <AccordionItem id="all-slots" title="All time slots" hint={String(slots.length)}>
      <AddSlot />
      <ul className="gap-x-12 lg:columns-2 [&>li]:break-inside-avoid">
        {slots.map((slot) => {
          const time = formatTimeRange(slot.start_time, slot.end_time)
          return (
            <SlotLine key={slot.id} slot={slot}>
              <ChangeButton
                aria-label={`Delete time slot ${time}`}
                focusAfter="all-slots"
                action={deleteSlot}
                input={{ slotId: slot.id }}
                failure="Failed to delete time slot."
                title={`Delete ${time}?`}
                confirmLabel="Delete time slot"
                explain={explain(slot.id)}
              >
                Delete
              </ChangeButton>
            </SlotLine>
          )
        })}
      </ul>
    </AccordionItem>
  )
}
