import { formatTimeRange } from '@/lib/dates'
import type { Slot } from '@/lib/hours/slot'
import { AccordionItem } from './accordion-item'
import { deleteSlot } from './slot-actions'
import { AddSlot } from './add-slot'
import { ChangeButton } from './change-button'
import { SlotLine } from './slot-line'

export function AllSlots({ slots }: { slots: Slot[] }) {
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
