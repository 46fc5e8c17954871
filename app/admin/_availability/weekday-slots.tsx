'use client'

import { timeText } from '@/lib/availability/format'
import { type RecurringSlot, weekdays } from '@/lib/availability/schedule'
import { AccordionItem } from './accordion-item'
import { clearWeekday, removeSlotFromWeekday, setSlotOnWeekday } from './actions'
import { ChangeButton } from './change-button'
import { SlotLine } from './slot-line'

interface WeekdaySlotsProps {
  weekday: number
  slots: RecurringSlot[]
  /** More buttons. */
  children: React.ReactNode
}

/** One weekday of the pattern. */
export function WeekdaySlots({ weekday, slots, children }: WeekdaySlotsProps) {
  const id = `weekday-${weekday}`
  const day = weekdays[weekday] ?? ''
  const off = slots.filter((slot) => !slot.isAvailable).length
  const count = slots.length === 1 ? '1 time' : `${slots.length || 'No'} times`
  return (
    <AccordionItem id={id} title={day} hint={off ? `${count}, ${off} off` : count}>
      {slots.length === 0 && <p className="py-1.5 text-muted-foreground">No times on {day}s.</p>}
      {/* While the times are edited they stand in the form. */}
      <ul className="group-has-[form]:hidden">
        {slots.map(({ slot, isAvailable }) => {
          const time = timeText(slot.startTime, slot.endTime)
          const place = { weekday, slotId: slot.id }
          const word = isAvailable ? 'Disable' : 'Enable'
          return (
            <SlotLine key={slot.id} slot={slot} isAvailable={isAvailable}>
              <ChangeButton
                aria-label={`${word} ${time} on ${day}`}
                change={{
                  action: setSlotOnWeekday,
                  input: { ...place, isAvailable: !isAvailable },
                  failure: 'Failed to update recurring availability',
                  title: `Disable ${time} on ${day}s?`,
                  yes: 'Disable',
                }}
              >
                {word}
              </ChangeButton>
              <ChangeButton
                aria-label={`Delete ${time} from ${day}`}
                focusAfter={id}
                change={{
                  action: removeSlotFromWeekday,
                  input: place,
                  failure: 'Failed to delete recurring pattern.',
                  title: `Take ${time} out of ${day}s?`,
                  yes: 'Delete',
                }}
              >
                Delete
              </ChangeButton>
            </SlotLine>
          )
        })}
      </ul>
      <div className="flex flex-wrap gap-2 not-group-has-[form]:mt-2">
        {children}
        {slots.length > 0 && (
          <ChangeButton
            isOutlined
            focusAfter={id}
            change={{
              action: clearWeekday,
              input: { weekday, slotIds: slots.map(({ slot }) => slot.id) },
              failure: 'Failed to delete recurring pattern.',
              title: `Delete all of ${day}?`,
              yes: `Delete ${day}`,
              explain: `All ${slots.length} times of ${day} go. Exceptions on single dates stay.`,
            }}
          >
            Delete {day}
          </ChangeButton>
        )}
      </div>
    </AccordionItem>
  )
}
