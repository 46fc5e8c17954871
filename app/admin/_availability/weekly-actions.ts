'use server'

import * as commands from '@/lib/availability/commands'
import * as impact from '@/lib/availability/impact'
import * as schema from '@/lib/availability/schema'
import { weekdays } from '@/lib/availability/schedule'
import type { ActionResult } from '../action-result'
import { runAdminAction } from '../run-admin-action'
import { describeSlot, describeWhereUsed } from './describe-slot'
import { impactQuestion, inUseQuestion } from './impact-question'

// An action that removes times with bookings shows `impactQuestion` first, unless `agreed` has the ids of
// these bookings.

export async function saveAvailability(input: schema.AvailabilityForm): Promise<ActionResult> {
  return runAdminAction('Failed to update availability', async () => {
    const { agreed, ...form } = schema.availabilityForm.parse(input)
    const entry = schema.parseAvailability(form)
    if ('problem' in entry) return { kind: 'invalid', ...entry }
    const found = await findImpactOfForm(entry)
    if (found && impact.includesOthers(found.bookings, agreed))
      return impactQuestion(
        found,
        { title: 'Take these times away?', yes: 'Save availability' },
        'saveAvailability',
        form,
      )
    await commands.saveAvailability(entry)
    return 'Availability has been updated.'
  })
}

/** The bookings at times that the form removes from weekdays; null if the form only adds times. */
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

export async function setSlotOnWeekday(input: schema.SlotOnWeekday): Promise<ActionResult> {
  return runAdminAction('Failed to update recurring availability', async () => {
    const { agreed, ...change } = schema.slotOnWeekday.parse(input)
    const { weekday, slotId, isAvailable } = change
    const found = isAvailable ? null : await impact.findImpact({ weekday, slotIds: [slotId] })
    if (found && impact.includesOthers(found.bookings, agreed)) {
      const title = `Disable ${await describeSlot(slotId)} on ${weekdays[weekday]}s?`
      return impactQuestion(found, { title, yes: 'Disable' }, 'setSlotOnWeekday', change)
    }
    await commands.setSlotOnWeekday(change)
    return 'Recurring availability updated successfully.'
  })
}

export async function removeSlotFromWeekday(input: schema.SlotRemoval): Promise<ActionResult> {
  return runAdminAction('Failed to delete recurring pattern.', async () => {
    const { weekday, slotId, agreed } = schema.slotRemoval.parse(input)
    const found = await impact.findImpact({ weekday, slotIds: [slotId] })
    if (impact.includesOthers(found.bookings, agreed)) {
      const title = `Take ${await describeSlot(slotId)} out of ${weekdays[weekday]}s?`
      return impactQuestion(found, { title, yes: 'Delete' }, 'removeSlotFromWeekday', { weekday, slotId })
    }
    const removed = await commands.removeFromWeekday(weekday, [slotId])
    return {
      kind: 'done',
      message: 'Recurring pattern deleted successfully.',
      undo: ['restoreRemoved', removed],
    }
  })
}

/** Removes `slotIds` (the slots that the admin saw) from a weekday. Always asks first. */
export async function clearWeekday(input: schema.WholeWeekday): Promise<ActionResult> {
  return runAdminAction('Failed to delete recurring pattern.', async () => {
    const { weekday, slotIds, agreed } = schema.wholeWeekday.parse(input)
    const day = weekdays[weekday] ?? ''
    const found = await impact.findImpact({ weekday, slotIds })
    if (!agreed || impact.includesOthers(found.bookings, agreed)) {
      const times =
        slotIds.length === 1 ? `The only time of ${day} goes` : `All ${slotIds.length} times of ${day} go`
      const words = {
        title: `Delete all of ${day}?`,
        yes: `Delete ${day}`,
        explain: `${times}. Exceptions on single dates stay.`,
      }
      return impactQuestion(found, words, 'clearWeekday', { weekday, slotIds })
    }
    const removed = await commands.removeFromWeekday(weekday, slotIds)
    return {
      kind: 'done',
      message: `All recurring availability for ${day} has been deleted.`,
      undo: ['restoreRemoved', removed],
    }
  })
}

export async function createSlot(input: { start_time: string; end_time: string }): Promise<ActionResult> {
  return runAdminAction('Failed to create time slot.', async () => {
    const slot = schema.slotTimes.safeParse(input)
    if (!slot.success) return { kind: 'invalid', problem: schema.timesProblem(slot.error), field: 'slot' }
    if (!(await commands.createSlot(slot.data)))
      return { kind: 'invalid', problem: 'This time slot exists already.', field: 'slot' }
    return 'Time slot created successfully.'
  })
}

/** Deletes a slot that no booking, past or future, refers to. Always asks first. */
export async function deleteSlot(input: schema.OneSlot): Promise<ActionResult> {
  return runAdminAction('Failed to delete time slot.', async () => {
    const { slotId, agreed } = schema.oneSlot.parse(input)
    const found = await impact.findDeletionImpact(slotId)
    if (!agreed || impact.includesOthers(found.bookings, agreed)) {
      const time = await describeSlot(slotId)
      if (found.isInUse) return { kind: 'question', question: inUseQuestion(found, time) }
      const words = {
        title: `Delete ${time}?`,
        yes: 'Delete time slot',
        explain: await describeWhereUsed(slotId),
      }
      return impactQuestion(found, words, 'deleteSlot', { slotId })
    }
    const removed = await commands.deleteSlot(slotId)
    return { kind: 'done', message: 'Time slot deleted successfully.', undo: ['restoreRemoved', removed] }
  })
}

/** Undoes `removeSlotFromWeekday`, `clearWeekday` and `deleteSlot`. */
export async function restoreRemoved(input: schema.Removed): Promise<ActionResult> {
  return runAdminAction('Failed to update recurring availability', async () => {
    await commands.restore(schema.removed.parse(input))
    return 'Recurring availability updated successfully.'
  })
}
