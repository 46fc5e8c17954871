'use client' // so that each refresh sends the pattern once, and not once for each button

import { formatShortRange, formatTimeRange } from '@/lib/dates'
import { type RecurringSlot, type TimeRange, weekdays } from '@/lib/hours/slot'
import { AccordionItem } from './accordion-item'
import { clearWeekday, removeSlotFromWeekday, setSlotOnWeekday } from './weekly-actions'
import { ChangeButton } from './change-button'
import { SlotLine } from './slot-line'
import { WeekdayEditor, type WeekdayEditorProps } from './weekday-editor'

/** Adjacent times merged: '9:00 AM – 12:00 PM, 1:00 – 4:00 PM'; '–' without any. */
function describeHours(slots: RecurringSlot[]): string {
  const ranges: TimeRange[] = []
  for (const { isAvailable, start_time, end_time } of slots) {
    const last = ranges.at(-1)
    if (!isAvailable) continue
    if (last && start_time <= last.end_time)
      last.end_time = end_time > last.end_time ? end_time : last.end_time
    else ranges.push({ start_time, end_time })
  }
  return ranges.map((range) => formatShortRange(range.start_time, range.end_time)).join(', ') || '–'
}

export function WeekdaySlots({ weekday, context }: Omit<WeekdayEditorProps, 'pattern'>) {
  // Filters in the browser: if the slots were props, each would add a reference to every response.
  const slots = context.recurring.data?.filter((slot) => slot.weekday === weekday) ?? []
  const id = `weekday-${weekday}`
  const day = weekdays[weekday] ?? ''
  const off = slots.filter((slot) => !slot.isAvailable).length
  const count = slots.length === 1 ? '1 time' : `${slots.length || 'No'} times`
  return (
    <AccordionItem
      id={id}
      title={day}
      summary={describeHours(slots)}
      hint={off ? `${count}, ${off} off` : count}
    >
      {slots.length === 0 && <p className="py-1.5 text-muted-foreground">No times on {day}s.</p>}
      {/* Hidden by the open form, unless another admin has changed the times (`data-stale`). */}
      <ul className="gap-x-12 group-has-[form:not([data-stale])]:hidden lg:columns-2 [&>li]:break-inside-avoid">
        {slots.map(({ id: slotId, isAvailable, ...times }) => {
          const time = formatTimeRange(times.start_time, times.end_time)
          const word = isAvailable ? 'Disable' : 'Enable'
          return (
            <SlotLine key={slotId} slot={times} isAvailable={isAvailable}>
              <ChangeButton
                aria-label={`${word} ${time} on ${day}`}
                action={setSlotOnWeekday}
                input={{ weekday, slotId, isAvailable: !isAvailable }}
                failure="Failed to update recurring availability"
              >
                {word}
              </ChangeButton>
              <ChangeButton
                aria-label={`Delete ${time} from ${day}`}
                focusAfter={id}
                action={removeSlotFromWeekday}
                input={{ weekday, slotId }}
                failure="Failed to delete recurring pattern."
              >
                Delete
              </ChangeButton>
            </SlotLine>
          )
        })}
      </ul>
      <div className="flex flex-wrap gap-2 not-group-has-[form]:mt-2">
        <WeekdayEditor weekday={weekday} pattern={slots} context={context} />
        {slots.length > 0 && (
          <ChangeButton
            variant="outline"
            focusAfter={id}
            action={clearWeekday}
            input={{ weekday, slotIds: slots.map(({ id }) => id) }}
            failure="Failed to delete recurring pattern."
          >
            Delete {day}
          </ChangeButton>
        )}
      </div>
    </AccordionItem>
  )
}
