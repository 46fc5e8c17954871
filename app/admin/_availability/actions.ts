'use server'

import * as commands from '@/lib/availability/commands'
import * as impact from '@/lib/availability/impact'
import * as schema from '@/lib/availability/schema'
import { weekdays } from '@/lib/availability/schedule'
import { addDays, daysBetween } from '@/lib/dates'
import { postedForm } from '@/lib/posted-form'
import type { ActionResult } from '../action-result'
import { runAdminAction } from '../run-admin-action'
import { closedRanges } from './closed-ranges'

// An action that removes times returns what it would affect instead of doing it, unless `agreed`
// says that the admin has seen that.

/** The impact of removing these times; null when there is none. */
async function affects(scope: impact.Scope) {
  const found = await impact.findImpact(scope)
  return found.total > 0 ? { impact: found } : null
}

/** Saves the availability form (fields: see `parseAvailability`, and `agreed`). */
export async function saveAvailability(posted: FormData): Promise<ActionResult> {
  return runAdminAction('Failed to update availability', async () => {
    const form = postedForm(posted)
    const entry = schema.parseAvailability(form)
    if ('problem' in entry) return entry
    if (entry.kind === 'weekday' && !form.has('agreed')) {
      const slotIds = await impact.findSlotsLeftOut(entry.slotIds, entry.slots)
      const asked = await affects({ weekday: entry.weekday, slotIds })
      if (asked) return asked
    }
    if (entry.kind === 'copy' && !form.has('agreed')) {
      const scopes = await Promise.all(
        [...entry.seen].map(async ([weekday, seen]) => ({
          weekday,
          slotIds: await impact.findSlotsLeftOut(seen, entry.slots),
        })),
      )
      const found = await impact.findImpacts(scopes)
      if (found.total > 0) return { impact: found }
    }
    await commands.saveAvailability(entry)
    return 'Availability has been updated.'
  })
}

/** Switches one slot on or off on one date. */
export async function setSlotOnDate(input: schema.SlotOnDate, agreed: boolean) {
  return runAdminAction('Failed to update availability', async () => {
    const { date, slotId, isAvailable } = schema.slotOnDate.parse(input)
    const asked = !isAvailable && !agreed && (await affects({ from: date, to: date, slotIds: [slotId] }))
    if (asked) return asked
    await commands.setSlotOnDate({ date, slotId, isAvailable })
    return 'Slot availability updated successfully'
  })
}

/** Closes a date, or opens it with every slot on. */
export async function setWholeDate(input: schema.WholeDate, agreed: boolean) {
  return runAdminAction('Failed to update date availability', async () => {
    const { date, isAvailable } = schema.wholeDate.parse(input)
    const asked = !isAvailable && !agreed && (await affects({ from: date, to: date }))
    if (asked) return asked
    await commands.setWholeDate({ date, isAvailable })
    return isAvailable ? 'Date enabled successfully' : 'Date disabled successfully'
  })
}

/**
 * Closes a range of dates, both ends included, with a reason. Its undo opens the dates that it
 * closed.
 */
export async function closeDates(input: schema.DateRange & { reason: string }, agreed: boolean) {
  return runAdminAction('Failed to update date availability', async () => {
    const range = schema.dateRange.parse(input)
    const asked = !agreed && (await affects(range))
    if (asked) return asked
    const before = new Set((await commands.listClosed(range)).map(({ date }) => date))
    const count = await commands.closeDates(range, schema.closingReason.parse(input.reason))
    const closed = datesOf(range).filter((date) => !before.has(date))
    return {
      message: countDates(count, 'closed', range),
      undo: closed.length > 0 ? { closed: rangesOf(closed) } : undefined,
    }
  })
}

/** Opens a range of closed dates, each as it was before. Its undo closes them again. */
export async function reopenDates(input: schema.DateRange) {
  return runAdminAction('Failed to update date availability', async () => {
    const range = schema.dateRange.parse(input)
    const closed = await commands.listClosed(range)
    const count = await commands.reopenDates(range)
    return {
      message: countDates(count, 'opened', range),
      undo: closed.length > 0 ? { opened: { closed } } : undefined,
    }
  })
}

/** Opens what `closeDates` closed. */
export async function openClosed(input: schema.DateRange[]) {
  return runAdminAction('Failed to update date availability', async () => {
    const ranges = schema.dateRanges.parse(input)
    let count = 0
    for (const range of ranges) count += await commands.reopenDates(range)
    return countDates(count, 'opened', ...ranges)
  })
}

/** Undoes `reopenDates` or `resetDate`. */
export async function restoreDates(input: schema.OpenedDates) {
  return runAdminAction('Failed to update date availability', async () => {
    const before = schema.openedDates.parse(input)
    await commands.restoreDates(before)
    const ranges = rangesOf(before.closed.map(({ date }) => date))
    return before.slots
      ? 'Availability has been updated.'
      : countDates(before.closed.length, 'closed', ...ranges)
  })
}

/**
 * 'Date enabled successfully' for one date, '5 dates opened successfully' for more. Dates of a
 * range that were closed or open already are not counted.
 */
function countDates(count: number, done: 'closed' | 'opened', ...ranges: schema.DateRange[]): string {
  const isOne = ranges.length === 1 && ranges[0]?.from === ranges[0]?.to
  if (isOne) return `Date ${done === 'closed' ? 'disabled' : 'enabled'} successfully`
  if (count === 0) return `All these dates were ${done === 'closed' ? 'closed' : 'open'} already`
  return `${count === 1 ? '1 date' : `${count} dates`} ${done} successfully`
}

function datesOf({ from, to }: schema.DateRange): string[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, days) => addDays(from, days))
}

/** Groups sorted dates into ranges of consecutive dates. */
function rangesOf(dates: string[]): schema.DateRange[] {
  return closedRanges(dates.map((date) => ({ date, reason: null }))).map(({ from, to }) => ({ from, to }))
}

/** Resets a date to the weekly hours. */
export async function resetDate(input: { date: string }, agreed: boolean) {
  return runAdminAction('Failed to update date availability', async () => {
    const { date } = schema.oneDate.parse(input)
    const slotIds = agreed ? [] : await impact.findDateOnlySlots(date)
    const asked = !agreed && (await affects({ from: date, to: date, slotIds }))
    if (asked) return asked
    const opened = await commands.resetDate(date)
    return { message: 'Availability has been updated.', undo: { opened } }
  })
}

/** Switches one slot of a weekday on or off. */
export async function setSlotOnWeekday(input: schema.SlotOnWeekday, agreed: boolean) {
  return runAdminAction('Failed to update recurring availability', async () => {
    const { weekday, slotId, isAvailable } = schema.slotOnWeekday.parse(input)
    const asked = !isAvailable && !agreed && (await affects({ weekday, slotIds: [slotId] }))
    if (asked) return asked
    await commands.setSlotOnWeekday({ weekday, slotId, isAvailable })
    return 'Recurring availability updated successfully.'
  })
}

/** Removes one slot from a weekday. */
export async function removeSlotFromWeekday(input: schema.SlotRemoval, agreed: boolean) {
  return runAdminAction('Failed to delete recurring pattern.', async () => {
    const { weekday, slotId } = schema.slotRemoval.parse(input)
    const asked = !agreed && (await affects({ weekday, slotIds: [slotId] }))
    if (asked) return asked
    const removed = await commands.removeFromWeekday(weekday, [slotId])
    return { message: 'Recurring pattern deleted successfully.', undo: { removed } }
  })
}

/** Removes every slot that the admin sees from a weekday. Always asks first. */
export async function clearWeekday(input: { weekday: number; slotIds: string[] }, agreed: boolean) {
  return runAdminAction('Failed to delete recurring pattern.', async () => {
    const { weekday, slotIds } = schema.wholeWeekday.parse(input)
    if (!agreed) return { impact: await impact.findImpact({ weekday, slotIds }) }
    const removed = await commands.removeFromWeekday(weekday, slotIds)
    return {
      message: `All recurring availability for ${weekdays[weekday]} has been deleted.`,
      undo: { removed },
    }
  })
}

/** Makes a slot from the form's `start_time` and `end_time`. */
export async function createSlot(posted: FormData): Promise<ActionResult> {
  return runAdminAction('Failed to create time slot.', async () => {
    const slot = schema.slotTimes.safeParse(Object.fromEntries(postedForm(posted)))
    if (!slot.success) return { problem: schema.timesProblem(slot.error), field: 'slot' }
    if (!(await commands.createSlot(slot.data)))
      return { problem: 'This time slot exists already.', field: 'slot' }
    return 'Time slot created successfully.'
  })
}

/** Deletes a slot on which nothing was ever booked. Always asks first. */
export async function deleteSlot(input: { slotId: string }, agreed: boolean) {
  return runAdminAction('Failed to delete time slot.', async () => {
    const { slotId } = schema.oneSlot.parse(input)
    if (!agreed) return { impact: await impact.findDeletionImpact(slotId) }
    const removed = await commands.deleteSlot(slotId)
    return { message: 'Time slot deleted successfully.', undo: { removed } }
  })
}

/** Undoes a removal. */
export async function restoreRemoved(input: schema.Removed) {
  return runAdminAction('Failed to update recurring availability', async () => {
    await commands.restore(schema.removed.parse(input))
    return 'Recurring availability updated successfully.'
  })
}
