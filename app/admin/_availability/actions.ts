'use server'

import * as commands from '@/lib/availability/commands'
import * as impact from '@/lib/availability/impact'
import * as schema from '@/lib/availability/schema'
import { weekdays } from '@/lib/availability/schedule'
import { addDays, daysBetween, formatDate } from '@/lib/dates'
import type { ActionResult } from '../action-result'
import { runAdminAction } from '../run-admin-action'
import { closedRanges } from './closed-ranges'
import { describeSlot, describeWhereUsed } from './describe-slot'
import { impactQuestion, inUseQuestion } from './impact-question'

// An action that removes times asks first when bookings are at them, unless `agreed` says that the
// admin has seen which.

/** Saves the availability form: its fields by name (see `parseAvailability`). */
export async function saveAvailability(input: schema.AvailabilityForm): Promise<ActionResult> {
  return runAdminAction('Failed to update availability', async () => {
    const { fields, agreed } = schema.availabilityForm.parse(input)
    const entry = schema.parseAvailability(new URLSearchParams(fields))
    if ('problem' in entry) return entry
    const found = agreed ? null : await findImpactOfForm(entry)
    if (found && found.total > 0)
      return {
        question: impactQuestion(found, { title: 'Take these times away?', yes: 'Save availability' }),
        yes: ['saveAvailability', { fields, agreed: true }],
      }
    await commands.saveAvailability(entry)
    return 'Availability has been updated.'
  })
}

/** What it affects that a weekday's pattern, or those of several, become what the form has. */
async function findImpactOfForm(entry: schema.AvailabilityEntry): Promise<impact.Impact | null> {
  const replaced =
    entry.kind === 'weekday'
      ? [[entry.weekday, entry.slotIds] as const]
      : entry.kind === 'copy'
        ? [...entry.seen]
        : []
  const scopes = replaced.map(async ([weekday, seen]) => ({
    weekday,
    slotIds: await impact.findSlotsLeftOut(seen, entry.slots),
  }))
  return scopes.length > 0 ? impact.findImpacts(await Promise.all(scopes)) : null
}

/** Switches one slot on or off on one date. */
export async function setSlotOnDate(input: schema.SlotOnDate): Promise<ActionResult> {
  return runAdminAction('Failed to update availability', async () => {
    const { agreed, ...change } = schema.slotOnDate.parse(input)
    const { date, slotId, isAvailable } = change
    const found =
      isAvailable || agreed ? null : await impact.findImpact({ from: date, to: date, slotIds: [slotId] })
    if (found && found.total > 0) {
      const title = `Disable ${await describeSlot(slotId)}?`
      return {
        question: impactQuestion(found, { title, yes: 'Disable' }),
        yes: ['setSlotOnDate', { ...change, agreed: true }],
      }
    }
    await commands.setSlotOnDate(change)
    return 'Slot availability updated successfully'
  })
}

/** Closes a date, or opens it with every slot on. */
export async function setWholeDate(input: schema.WholeDate): Promise<ActionResult> {
  return runAdminAction('Failed to update date availability', async () => {
    const { date, isAvailable, agreed } = schema.wholeDate.parse(input)
    const found = isAvailable || agreed ? null : await impact.findImpact({ from: date, to: date })
    if (found && found.total > 0)
      return {
        question: impactQuestion(found, { title: `Disable ${formatDate(date)}?`, yes: 'Disable date' }),
        yes: ['setWholeDate', { date, isAvailable, agreed: true }],
      }
    await commands.setWholeDate({ date, isAvailable })
    return isAvailable ? 'Date enabled successfully' : 'Date disabled successfully'
  })
}

/**
 * Closes a range of dates, both ends included, with a reason. Its undo opens the dates that it
 * closed.
 */
export async function closeDates(input: schema.Closing): Promise<ActionResult> {
  return runAdminAction('Failed to update date availability', async () => {
    const { agreed, ...closing } = schema.closing.parse(input)
    const { from, to } = closing
    const found = agreed ? null : await impact.findImpact({ from, to })
    if (found && found.total > 0) {
      const dates = from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`
      const yes = from === to ? 'Close the date' : 'Close the dates'
      return {
        question: impactQuestion(found, { title: `Close ${dates}?`, yes }),
        yes: ['closeDates', { ...closing, agreed: true }],
      }
    }
    const before = new Set((await commands.listClosed(closing)).map(({ date }) => date))
    const count = await commands.closeDates(closing, closing.reason)
    const closed = datesOf(closing).filter((date) => !before.has(date))
    return {
      message: countDates(count, 'closed', closing),
      undo: closed.length > 0 ? ['openClosed', rangesOf(closed)] : undefined,
    }
  })
}

/** Opens a range of closed dates, each as it was before. Its undo closes them again. */
export async function reopenDates(input: schema.DateRange): Promise<ActionResult> {
  return runAdminAction('Failed to update date availability', async () => {
    const range = schema.dateRange.parse(input)
    const closed = await commands.listClosed(range)
    const count = await commands.reopenDates(range)
    return {
      message: countDates(count, 'opened', range),
      undo: closed.length > 0 ? ['restoreDates', { closed }] : undefined,
    }
  })
}

/** Opens what `closeDates` closed. */
export async function openClosed(input: schema.DateRange[]): Promise<ActionResult> {
  return runAdminAction('Failed to update date availability', async () => {
    const ranges = schema.dateRanges.parse(input)
    let count = 0
    for (const range of ranges) count += await commands.reopenDates(range)
    return countDates(count, 'opened', ...ranges)
  })
}

/** Undoes `reopenDates` or `resetDate`. */
export async function restoreDates(input: schema.OpenedDates): Promise<ActionResult> {
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
export async function resetDate(input: schema.OneDate): Promise<ActionResult> {
  return runAdminAction('Failed to update date availability', async () => {
    const { date, agreed } = schema.oneDate.parse(input)
    const slotIds = agreed ? [] : await impact.findDateOnlySlots(date)
    const found = agreed ? null : await impact.findImpact({ from: date, to: date, slotIds })
    if (found && found.total > 0) {
      const words = { title: 'Go back to the weekly hours?', yes: 'Back to the weekly hours' }
      return { question: impactQuestion(found, words), yes: ['resetDate', { date, agreed: true }] }
    }
    const opened = await commands.resetDate(date)
    return { message: 'Availability has been updated.', undo: ['restoreDates', opened] }
  })
}

/** Switches one slot of a weekday on or off. */
export async function setSlotOnWeekday(input: schema.SlotOnWeekday): Promise<ActionResult> {
  return runAdminAction('Failed to update recurring availability', async () => {
    const { agreed, ...change } = schema.slotOnWeekday.parse(input)
    const { weekday, slotId, isAvailable } = change
    const found = isAvailable || agreed ? null : await impact.findImpact({ weekday, slotIds: [slotId] })
    if (found && found.total > 0) {
      const title = `Disable ${await describeSlot(slotId)} on ${weekdays[weekday]}s?`
      return {
        question: impactQuestion(found, { title, yes: 'Disable' }),
        yes: ['setSlotOnWeekday', { ...change, agreed: true }],
      }
    }
    await commands.setSlotOnWeekday(change)
    return 'Recurring availability updated successfully.'
  })
}

/** Removes one slot from a weekday. */
export async function removeSlotFromWeekday(input: schema.SlotRemoval): Promise<ActionResult> {
  return runAdminAction('Failed to delete recurring pattern.', async () => {
    const { weekday, slotId, agreed } = schema.slotRemoval.parse(input)
    const found = agreed ? null : await impact.findImpact({ weekday, slotIds: [slotId] })
    if (found && found.total > 0) {
      const title = `Take ${await describeSlot(slotId)} out of ${weekdays[weekday]}s?`
      return {
        question: impactQuestion(found, { title, yes: 'Delete' }),
        yes: ['removeSlotFromWeekday', { weekday, slotId, agreed: true }],
      }
    }
    const removed = await commands.removeFromWeekday(weekday, [slotId])
    return { message: 'Recurring pattern deleted successfully.', undo: ['restoreRemoved', removed] }
  })
}

/** Removes every slot that the admin sees from a weekday. Always asks first. */
export async function clearWeekday(input: schema.WholeWeekday): Promise<ActionResult> {
  return runAdminAction('Failed to delete recurring pattern.', async () => {
    const { weekday, slotIds, agreed } = schema.wholeWeekday.parse(input)
    const day = weekdays[weekday] ?? ''
    if (!agreed) {
      const times =
        slotIds.length === 1 ? `The only time of ${day} goes` : `All ${slotIds.length} times of ${day} go`
      const words = {
        title: `Delete all of ${day}?`,
        yes: `Delete ${day}`,
        explain: `${times}. Exceptions on single dates stay.`,
      }
      return {
        question: impactQuestion(await impact.findImpact({ weekday, slotIds }), words),
        yes: ['clearWeekday', { weekday, slotIds, agreed: true }],
      }
    }
    const removed = await commands.removeFromWeekday(weekday, slotIds)
    return {
      message: `All recurring availability for ${day} has been deleted.`,
      undo: ['restoreRemoved', removed],
    }
  })
}

/** Makes a slot of two times. */
export async function createSlot(input: { start_time: string; end_time: string }): Promise<ActionResult> {
  return runAdminAction('Failed to create time slot.', async () => {
    const slot = schema.slotTimes.safeParse(input)
    if (!slot.success) return { problem: schema.timesProblem(slot.error), field: 'slot' }
    if (!(await commands.createSlot(slot.data)))
      return { problem: 'This time slot exists already.', field: 'slot' }
    return 'Time slot created successfully.'
  })
}

/** Deletes a slot on which nothing was ever booked. Always asks first. */
export async function deleteSlot(input: schema.OneSlot): Promise<ActionResult> {
  return runAdminAction('Failed to delete time slot.', async () => {
    const { slotId, agreed } = schema.oneSlot.parse(input)
    if (!agreed) {
      const [found, time] = await Promise.all([impact.findDeletionImpact(slotId), describeSlot(slotId)])
      if (found.isInUse) return { question: inUseQuestion(found, time) }
      const words = {
        title: `Delete ${time}?`,
        yes: 'Delete time slot',
        explain: await describeWhereUsed(slotId),
      }
      return { question: impactQuestion(found, words), yes: ['deleteSlot', { slotId, agreed: true }] }
    }
    const removed = await commands.deleteSlot(slotId)
    return { message: 'Time slot deleted successfully.', undo: ['restoreRemoved', removed] }
  })
}

/** Undoes a removal. */
export async function restoreRemoved(input: schema.Removed): Promise<ActionResult> {
  return runAdminAction('Failed to update recurring availability', async () => {
    await commands.restore(schema.removed.parse(input))
    return 'Recurring availability updated successfully.'
  })
}
