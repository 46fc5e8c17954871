'use client'

import { useRef } from 'react'
import { Button } from '@/components/ui/button'
import { type RecurringSlot, weekdays } from '@/lib/availability/slot'
import { timeText } from '@/lib/availability/format'
import { clearWeekday, removeSlotFromWeekday, setSlotOfWeekday } from './actions'
import { AccordionItem } from './accordion-item'
import { SlotLine } from './slot-line'
import type { ScheduleChange } from './use-schedule-change'

interface WeekdaySlotsProps {
  weekday: number
  slots: RecurringSlot[]
  pending: boolean
  onChange: (change: ScheduleChange) => void
  onEdit: () => void
  onCopy: () => void
}

/** One weekday of the pattern. */
export function WeekdaySlots({ weekday, slots, pending, onChange, onEdit, onCopy }: WeekdaySlotsProps) {
  const summary = useRef<HTMLElement>(null)
  const day = weekdays[weekday] ?? ''
  const off = slots.filter((slot) => !slot.isAvailable).length
  const count = slots.length === 1 ? '1 time' : `${slots.length || 'No'} times`

  function switchSlot({ slot, isAvailable }: RecurringSlot) {
    onChange({
      action: (agreed) => setSlotOfWeekday({ weekday, slotId: slot.id, isAvailable: !isAvailable }, agreed),
      failure: 'Failed to update recurring availability',
      title: `Disable ${timeText(slot.startTime, slot.endTime)} on ${day}s?`,
      yes: 'Disable',
    })
  }

  function remove({ slot }: RecurringSlot) {
    onChange({
      action: (agreed) => removeSlotFromWeekday({ weekday, slotId: slot.id }, agreed),
      failure: 'Failed to delete recurring pattern.',
      title: `Take ${timeText(slot.startTime, slot.endTime)} out of ${day}s?`,
      yes: 'Delete',
      onDone: () => summary.current?.focus(),
    })
  }

  function clear() {
    onChange({
      action: (agreed) => clearWeekday({ weekday, slotIds: slots.map(({ slot }) => slot.id) }, agreed),
      failure: 'Failed to delete recurring pattern.',
      title: `Delete all of ${day}?`,
      yes: `Delete ${day}`,
      explain: `All ${slots.length} times of ${day} go. Exceptions on single dates stay.`,
      onDone: () => summary.current?.focus(),
    })
  }

  return (
    <AccordionItem ref={summary} title={day} hint={off ? `${count}, ${off} off` : count}>
      {slots.length === 0 && <p className="py-1.5 text-muted-foreground">No times on {day}s.</p>}
      <ul>
        {slots.map((entry) => {
          const time = timeText(entry.slot.startTime, entry.slot.endTime)
          return (
            <SlotLine key={entry.slot.id} slot={entry.slot} isAvailable={entry.isAvailable}>
              <Button
                size="xs"
                variant="ghost"
                aria-disabled={pending}
                aria-label={`${entry.isAvailable ? 'Disable' : 'Enable'} ${time} on ${day}`}
                onClick={() => switchSlot(entry)}
              >
                {entry.isAvailable ? 'Disable' : 'Enable'}
              </Button>
              <Button
                size="xs"
                variant="ghost"
                aria-disabled={pending}
                aria-label={`Delete ${time} from ${day}`}
                onClick={() => remove(entry)}
              >
                Delete
              </Button>
            </SlotLine>
          )
        })}
      </ul>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" variant="outline" onClick={onEdit}>
          Edit {day}
        </Button>
        {slots.some(({ isAvailable }) => isAvailable) && (
          <Button size="sm" variant="outline" onClick={onCopy}>
            Copy {day}
          </Button>
        )}
        {slots.length > 0 && (
          <Button size="sm" variant="outline" aria-disabled={pending} onClick={clear}>
            Delete {day}
          </Button>
        )}
      </div>
    </AccordionItem>
  )
}
