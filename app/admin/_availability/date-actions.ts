'use server'

import * as commands from '@/lib/availability/commands'
import * as impact from '@/lib/availability/impact'
import * as schema from '@/lib/availability/schema'
import { addDays, daysBetween, formatDate } from '@/lib/dates'
import type { ActionResult } from '../action-result'
import { runAdminAction } from '../run-admin-action'
import { findAsked, findToAsk } from './calls-then'
import { closedRanges } from './closed-ranges'
import { describeSlot } from './describe-slot'
import { impactQuestion } from './impact-question'

// An action that removes times with bookings shows `impactQuestion` first, unless `agreed` has the ids of
// these bookings.

export async function setSlotOnDate(input: schema.SlotOnDate): Promise<ActionResult> {
  return runAdminAction('Failed to update availability', async () => {
    const { agreed, ...change } = schema.slotOnDate.parse(input)
    const { date, slotId, isAvailable } = change
    const found = isAvailable ? null : await impact.findImpact({ from: date, to: date, slotIds: [slotId] })
    if (found && impact.includesOthers(found.bookings, agreed)) {
      const title = `Disable ${await describeSlot(slotId)}?`
      return impactQuestion(found, { title, yes: 'Disable' }, 'setSlotOnDate', change)
    }
    await commands.setSlotOnDate(change)
    return 'Slot availability updated successfully'
  })
}

/** Closes a date, or opens it and turns all its slots on. */
export async function setWholeDate(input: schema.WholeDate): Promise<ActionResult> {
  return runAdminAction('Failed to update date availability', async () => {
    const { date, isAvailable, agreed } = schema.wholeDate.parse(input)
    const found = isAvailable ? null : await impact.findImpact({ from: date, to: date })
    if (found && impact.includesOthers(found.bookings, agreed))
      return impactQuestion(
        found,
        { title: `Disable ${formatDate(date)}?`, yes: 'Disable date' },
        'setWholeDate',
        { date, isAvailable },
      )
    const range = { from: date, to: date }
    if (isAvailable) {
      const asked = await findAsked([range])
      await commands.setWholeDate({ date, isAvailable })
      return { kind: 'done', message: 'Date enabled successfully', ...asked }
    }
    const wasOpen = (await commands.listClosed(range)).length === 0
    await commands.setWholeDate({ date, isAvailable })
    return {
      kind: 'done',
      message: 'Date disabled successfully',
      undo: wasOpen ? ['undoClosing', { ranges: [range], reason: '' }] : undefined,
      ...(await findToAsk(range)),
    }
  })
}

/** Closes all dates from `from` to `to`, both included. Undo opens only the dates that were open before. */
export async function closeDates(input: schema.Closing): Promise<ActionResult> {
  return runAdminAction('Failed to update date availability', async () => {
    const { agreed, ...closing } = schema.closing.parse(input)
    const { from, to } = closing
    const found = await impact.findImpact({ from, to })
    if (impact.includesOthers(found.bookings, agreed)) {
      const yes = from === to ? 'Close the date' : 'Close the dates'
      return impactQuestion(found, { title: `Close ${formatRange(closing)}?`, yes }, 'closeDates', closing)
    }
    const before = new Set((await commands.listClosed(closing)).map(({ date }) => date))
    const count = await commands.closeDates(closing, closing.reason)
    const closed = datesOf(closing).filter((date) => !before.has(date))
    return {
      kind: 'done',
      message: countDates(count, 'closed', closing),
      undo:
        closed.length > 0 ? ['undoClosing', { ranges: rangesOf(closed), reason: closing.reason }] : undefined,
      ...(await findToAsk({ from, to })),
    }
  })
}

/** Opens the closed dates of a range with the slots they had before. Undo closes these dates again. */
export async function reopenDates(input: schema.DateRange): Promise<ActionResult> {
  return runAdminAction('Failed to update date availability', async () => {
    const range = schema.dateRange.parse(input)
    const [asked, closed] = await Promise.all([findAsked([range]), commands.listClosed(range)])
    const count = await commands.reopenDates(range)
    return {
      kind: 'done',
      message: countDates(count, 'opened', range),
      undo: closed.length > 0 ? ['restoreDates', { closed }] : undefined,
      ...asked,
    }
  })
}

/**
 * Closes the public holidays that are open, each for its name. Asks nothing before: the message names the calls
 * on them.
 */
export async function closeHolidays(input: schema.OpenedDates): Promise<ActionResult> {
  return runAdminAction('Failed to update date availability', async () => {
    const holidays = schema.openedDates.parse(input).closed
    const [from, to] = [holidays[0]?.date ?? '', holidays.at(-1)?.date ?? '']
    const before = new Set((await commands.listClosed({ from, to })).map(({ date }) => date))
    const closed = holidays.filter(({ date }) => !before.has(date))
    await commands.restoreDates({ closed })
    return {
      kind: 'done',
      message: closed.length === 1 ? '1 date is closed' : `${closed.length} dates are closed`,
      detail: 'No calls stand on them.',
      undo: ['reopenHolidays', { closed }],
      ...(await findToAsk(...closed.map(({ date }) => ({ from: date, to: date })))),
    }
  })
}

/** Undoes `closeHolidays`. Leaves a holiday closed whose reason is not its name. */
export async function reopenHolidays(input: schema.OpenedDates): Promise<ActionResult> {
  const failed = 'Failed to update date availability'
  return runAdminAction(failed, async () => {
    const holidays = schema.openedDates.parse(input).closed
    const ranges = holidays.map(({ date }) => ({ from: date, to: date }))
    const asked = await findAsked(ranges)
    const counts = await Promise.all(
      holidays.map(({ date, reason }) => commands.reopenDates({ from: date, to: date }, reason ?? '')),
    )
    const closed = holidays.filter((_, index) => counts[index] === 1)
    if (closed.length === 0) return { kind: 'failed', failed, detail: 'They are closed for another reason.' }
    return {
      kind: 'done',
      message: countDates(closed.length, 'opened', ...ranges),
      undo: ['restoreDates', { closed }],
      ...asked,
    }
  })
}

/** Undoes `closeDates`. A date whose reason has changed since stays closed. */
export async function undoClosing(input: schema.Closed): Promise<ActionResult> {
  const failed = 'Failed to update date availability'
  return runAdminAction(failed, async () => {
    const { ranges, reason } = schema.closed.parse(input)
    const asked = await findAsked(ranges)
    let count = 0
    for (const range of ranges) count += await commands.reopenDates(range, reason)
    if (count === 0 && (await Promise.all(ranges.map(commands.listClosed))).flat().length > 0)
      return { kind: 'failed', failed, detail: 'It was changed meanwhile.' }
    return { kind: 'done', message: countDates(count, 'opened', ...ranges), ...asked }
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
 * Returns '5 dates opened successfully', or for one date 'Date enabled successfully'. `count` is the number
 * of changed dates.
 */
function countDates(count: number, done: 'closed' | 'opened', ...ranges: schema.DateRange[]): string {
  const isOne = ranges.length === 1 && ranges[0]?.from === ranges[0]?.to
  if (isOne) return `Date ${done === 'closed' ? 'disabled' : 'enabled'} successfully`
  if (count === 0) return `All these dates were ${done === 'closed' ? 'closed' : 'open'} already`
  return `${count === 1 ? '1 date' : `${count} dates`} ${done} successfully`
}

/** Formats a range: '1 Dec 2026' or '1 Dec 2026 to 4 Dec 2026'. */
const formatRange = ({ from, to }: schema.DateRange) =>
  from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`

function datesOf({ from, to }: schema.DateRange): string[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, days) => addDays(from, days))
}

/** Groups sorted dates into ranges of consecutive dates. */
function rangesOf(dates: string[]): schema.DateRange[] {
  return closedRanges(dates.map((date) => ({ date, reason: null }))).map(({ from, to }) => ({ from, to }))
}

/** Opens a date and removes its exceptions. */
export async function resetDate(input: schema.OneDate): Promise<ActionResult> {
  return runAdminAction('Failed to update date availability', async () => {
    const { date, agreed } = schema.oneDate.parse(input)
    const slotIds = await impact.findDateOnlySlots(date)
    const found = await impact.findImpact({ from: date, to: date, slotIds })
    if (impact.includesOthers(found.bookings, agreed)) {
      const words = { title: 'Go back to the weekly hours?', yes: 'Back to the weekly hours' }
      return impactQuestion(found, words, 'resetDate', { date })
    }
    const asked = await findAsked([{ from: date, to: date }])
    const opened = await commands.resetDate(date)
    return {
      kind: 'done',
      message: 'Availability has been updated.',
      undo: ['restoreDates', opened],
      ...asked,
    }
  })
}
