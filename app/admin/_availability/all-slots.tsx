'use client'

import { useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { useFormAction } from '@/components/use-form-action'
import { type DateException, type RecurringSlot, type Slot, weekdays } from '@/lib/availability/slot'
import { timeText } from '@/lib/availability/format'
import { formatShortDate } from '@/lib/dates'
import { useLive } from '../_components/live'
import { report, unreachable } from '../_components/use-admin-action'
import type { ActionResult } from '../action-result'
import { createSlot, deleteSlot } from './actions'
import { AccordionItem } from './accordion-item'
import { SlotLine } from './slot-line'
import type { ScheduleChange } from './use-schedule-change'

interface AllSlotsProps {
  slots: Slot[]
  recurring: RecurringSlot[]
  exceptions: DateException[]
  pending: boolean
  onChange: (change: ScheduleChange) => void
}

/** Every slot there is, on a weekday or not. */
export function AllSlots({ slots, recurring, exceptions, pending, onChange }: AllSlotsProps) {
  const summary = useRef<HTMLElement>(null)

  function remove(slot: Slot) {
    const days = recurring
      .filter((entry) => entry.slot.id === slot.id)
      .map((entry): string => weekdays[entry.weekday] ?? '')
    const dates = exceptions
      .filter((entry) => entry.slot.id === slot.id && entry.isAvailable)
      .map((entry) => formatShortDate(entry.date))
    const places = [...days, ...dates]
    onChange({
      action: (agreed) => deleteSlot({ slotId: slot.id }, agreed),
      failure: 'Failed to delete time slot.',
      title: `Delete ${timeText(slot.startTime, slot.endTime)}?`,
      yes: 'Delete time slot',
      onDone: () => summary.current?.focus(),
      explain: places.length > 0 ? `It goes from ${places.join(', ')} too.` : 'It is on no weekday.',
    })
  }

  return (
    <AccordionItem ref={summary} title="All time slots" hint={String(slots.length)}>
      <AddSlot />
      <ul>
        {slots.map((slot) => (
          <SlotLine key={slot.id} slot={slot}>
            <Button
              size="xs"
              variant="ghost"
              aria-disabled={pending}
              aria-label={`Delete time slot ${timeText(slot.startTime, slot.endTime)}`}
              onClick={() => remove(slot)}
            >
              Delete
            </Button>
          </SlotLine>
        ))}
      </ul>
    </AccordionItem>
  )
}

function AddSlot() {
  const { refresh } = useLive()
  const form = useRef<HTMLFormElement>(null)
  const { state, form: props } = useFormAction<ActionResult>(
    createSlot,
    { status: 'idle' },
    (_, why) => unreachable('Failed to create time slot.', why),
    (result) => {
      report(result)
      refresh()
      if (result.status === 'success') form.current?.reset()
    },
  )
  const invalid = state.status === 'error' && state.field === 'slot'
  return (
    <form ref={form} {...props} className="mb-2 flex flex-wrap items-end gap-2 border-b border-border pb-3">
      {(['start', 'end'] as const).map((name) => (
        <label key={name} className="grid gap-1 text-sm">
          <span className="text-muted-foreground">{name === 'start' ? 'New slot from' : 'to'}</span>
          <Input density="dense" type="time" name={name} required aria-invalid={invalid} />
        </label>
      ))}
      <Button type="submit" size="sm" variant="outline">
        Add
      </Button>
    </form>
  )
}
