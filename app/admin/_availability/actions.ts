'use server'

import * as commands from '@/lib/availability/commands'
import * as schema from '@/lib/availability/schema'
import { weekdays } from '@/lib/availability/slot'
import type { Outcome } from '../outcome'
import { perform } from '../perform'

/** Saves the availability form (fields: see `parseAvailability`). */
export async function saveAvailability(_: Outcome, form: FormData): Promise<Outcome> {
  const entry = schema.parseAvailability(form)
  if ('problem' in entry) return { status: 'error', message: entry.problem, field: entry.field }
  return perform('Failed to update availability', async () => {
    await commands.saveAvailability(entry)
    return 'Availability has been updated.'
  })
}

/** Switches one slot on or off on one date. */
export async function setSlotOnDate(input: schema.SlotOnDate): Promise<Outcome> {
  return perform('Failed to update availability', async () => {
    await commands.setSlotOnDate(schema.slotOnDate.parse(input))
    return 'Slot availability updated successfully'
  })
}

/** Closes a date, or opens it with every slot on. */
export async function setWholeDate(input: schema.WholeDate): Promise<Outcome> {
  return perform('Failed to update date availability', async () => {
    const change = schema.wholeDate.parse(input)
    await commands.setWholeDate(change)
    return change.isAvailable ? 'Date enabled successfully' : 'Date disabled successfully'
  })
}

/** Switches one slot of a weekday on or off. */
export async function setSlotOfWeekday(input: schema.SlotOfWeekday): Promise<Outcome> {
  return perform('Failed to update recurring availability', async () => {
    await commands.setSlotOfWeekday(schema.slotOfWeekday.parse(input))
    return 'Recurring availability updated successfully.'
  })
}

/** Takes one slot out of a weekday. */
export async function removeSlotFromWeekday(input: schema.SlotOutOfWeekday): Promise<Outcome> {
  return perform('Failed to delete recurring pattern.', async () => {
    await commands.removeSlotFromWeekday(schema.slotOutOfWeekday.parse(input))
    return 'Recurring pattern deleted successfully.'
  })
}

/** Takes every slot out of a weekday. */
export async function clearWeekday(input: { weekday: number }): Promise<Outcome> {
  return perform('Failed to delete recurring pattern.', async () => {
    const { weekday } = schema.oneWeekday.parse(input)
    await commands.clearWeekday(weekday)
    return `All recurring availability for ${weekdays[weekday]} has been deleted.`
  })
}

/** Makes a slot from the form's `start` and `end`. */
export async function createSlot(_: Outcome, form: FormData): Promise<Outcome> {
  const slot = schema.slotTimes.safeParse(Object.fromEntries(form))
  if (!slot.success) {
    const message = slot.error.issues.some((issue) => issue.code === 'custom')
      ? schema.END_AFTER_START
      : schema.FILL_IN_TIMES
    return { status: 'error', message, field: 'slot' }
  }
  return perform('Failed to create time slot.', async () => {
    await commands.createSlot(slot.data)
    return 'Time slot created successfully.'
  })
}

/** Deletes a slot on which nothing was ever booked. */
export async function deleteSlot(input: { slotId: string }): Promise<Outcome> {
  return perform('Failed to delete time slot.', async () => {
    await commands.deleteSlot(schema.oneSlot.parse(input).slotId)
    return 'Time slot deleted successfully.'
  })
}
