'use server'

import { z } from 'zod'
import { findDateOnlySlots, findImpact, includesOthers } from '@/lib/hours/impact'
import { agreed, type DateRange, dateRange, futureDate, id } from '@/lib/hours/schema'
import { addDays, daysBetween, formatDate } from '@/lib/dates'
import type { AdminClient } from '@/lib/supabase/auth'
import { UserError } from '@/lib/user-error'
import type { Done, FollowUp } from '../action-result'
import { adminAction } from '../admin-action'
import { findAsked, findToAsk } from './calls-then'
import { closedRanges } from './closed-ranges'
import { describeSlot } from './describe-slot'
import { impactQuestion } from './impact-question'

const NOT_UPDATED = 'Failed to update date availability'

const slotOnDate = z.object({ date: futureDate, slotId: id, isAvailable: z.boolean(), agreed })
const SLOT_NOT_UPDATED = 'Failed to update availability'

export const setSlotOnDate = adminAction(slotOnDate, SLOT_NOT_UPDATED, async (input, supabase) => {
  const { agreed, ...change } = input
  const { date, slotId, isAvailable } = change
  const found = isAvailable ? null : await findImpact({ from: date, to: date, slotIds: [slotId] })
  if (found && includesOthers(found.bookings, agreed)) {
    const title = `Disable ${await describeSlot(slotId)}?`
    return impactQuestion(found, { title, yes: 'Disable' }, ['setSlotOnDate', change])
  }
  const args = { p_date: date, p_time_slot_id: slotId, p_is_available: isAvailable }
  await supabase.rpc('set_slot_availability', args).throwOnError()
  return 'Slot availability updated successfully'
})

const wholeDate = z.object({ date: futureDate, isAvailable: z.boolean(), agreed })

/** Opening switches on every slot. */
export const setWholeDate = adminAction(wholeDate, NOT_UPDATED, async (change, supabase) => {
  const { date, isAvailable, agreed } = change
  const range = { from: date, to: date }
  const found = isAvailable ? null : await findImpact(range)
  if (found && includesOthers(found.bookings, agreed)) {
    const words = { title: `Disable ${formatDate(date)}?`, yes: 'Disable date' }
    return impactQuestion(found, words, ['setWholeDate', { date, isAvailable }])
  }
  const asked = isAvailable ? await findAsked([range]) : null
  const wasOpen = (await listClosed(supabase, range)).length === 0
  const args = { p_date: date, p_is_available: isAvailable }
  await supabase.rpc('set_date_availability', args).throwOnError()
  if (isAvailable) return { kind: 'done', message: 'Date enabled successfully', ...asked }
  return {
    kind: 'done',
    message: 'Date disabled successfully',
    undo: wasOpen ? ['undoClosing', { ranges: [range], reason: '' }] : undefined,
    ...(await findToAsk(range)),
  }
})

const closingReason = z.string().trim().max(200)

const closing = dateRange.safeExtend({ reason: closingReason, agreed })

/** `from` and `to` are included. Undo opens only the dates that were open before. */
export const closeDates = adminAction(closing, NOT_UPDATED, async (input, supabase) => {
  const { agreed, ...closing } = input
  const { from, to, reason } = closing
  const found = await findImpact({ from, to })
  if (includesOthers(found.bookings, agreed)) {
    const range = from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`
    const words = { title: `Close ${range}?`, yes: from === to ? 'Close the date' : 'Close the dates' }
    return impactQuestion(found, words, ['closeDates', closing])
  }
  const before = new Set((await listClosed(supabase, closing)).map(({ date }) => date))
  const args = { p_from: from, p_to: to, p_reason: reason }
  const { data: count } = await supabase.rpc('close_dates', args).throwOnError()
  const dates = Array.from({ length: daysBetween(from, to) + 1 }, (_, days) => addDays(from, days))
  const closed = dates.filter((date) => !before.has(date))
  return {
    kind: 'done',
    message: countDates(count, 'closed', closing),
    undo: closed.length > 0 ? ['undoClosing', { ranges: rangesOf(closed), reason }] : undefined,
    ...(await findToAsk({ from, to })),
  }
})

export const reopenDates = adminAction(dateRange, NOT_UPDATED, (range, supabase) => reopen(supabase, [range]))

const openedDates = z.object({
  closed: z
    .array(
      z.object({
        ...{ date: futureDate, reason: closingReason.min(1).nullable() },
        closed_at: z.iso.datetime({ offset: true }).optional(), // unknown to pages of 1.0.0
      }),
    )
    .max(400),
  slots: z
    .array(
      z.object({
        ...{ date: futureDate, time_slot_id: id },
        ...{ is_available: z.boolean(), overrides_closure: z.boolean() },
      }),
    )
    .optional(),
})

/** The message names the calls on the holidays. */
export const closeHolidays = adminAction(openedDates, NOT_UPDATED, async (holidays, supabase) => {
  const [from, to] = [holidays.closed[0]?.date ?? '', holidays.closed.at(-1)?.date ?? '']
  const before = new Set((await listClosed(supabase, { from, to })).map(({ date }) => date))
  const closed = holidays.closed.filter(({ date }) => !before.has(date))
  if (closed.length === 0) return countDates(0, 'closed') // another admin was first
  await supabase.rpc('restore_dates', { p_closed: closed, p_slots: [] }).throwOnError()
  return {
    kind: 'done',
    message: closed.length === 1 ? '1 date is closed' : `${closed.length} dates are closed`,
    detail: 'No calls stand on them.',
    undo: ['reopenHolidays', { closed }],
    ...(await findToAsk(...closed.map(({ date }) => ({ from: date, to: date })))),
  }
})

/** Leaves a holiday closed whose reason is not its name. */
export const reopenHolidays = adminAction(openedDates, NOT_UPDATED, ({ closed }, supabase) => {
  const ranges = closed.map(({ date, reason }) => ({ from: date, to: date, reason: reason ?? '' }))
  return reopen(supabase, ranges)
})

const closed = z.object({ ranges: z.array(dateRange).min(1).max(200), reason: closingReason })

/** A date whose reason has changed since stays closed. */
export const undoClosing = adminAction(closed, NOT_UPDATED, async ({ ranges, reason }, supabase) => {
  const withReason = ranges.map((range) => ({ ...range, reason }))
  return { ...(await reopen(supabase, withReason)), undo: undefined }
})

const oneDate = z.object({ date: futureDate, agreed })

export const resetDate = adminAction(oneDate, NOT_UPDATED, async ({ date, agreed }, supabase) => {
  const range = { from: date, to: date }
  const found = await findImpact({ ...range, slotIds: await findDateOnlySlots(date) })
  if (includesOthers(found.bookings, agreed)) {
    const words = { title: 'Go back to the weekly hours?', yes: 'Back to the weekly hours' }
    return impactQuestion(found, words, ['resetDate', { date }])
  }
  const own = supabase.from('availability').select('date, time_slot_id, is_available, overrides_closure')
  const [asked, closed, { data: slots }] = await Promise.all([
    ...([findAsked([range]), listClosed(supabase, range)] as const),
    own.eq('date', date).throwOnError(),
  ])
  await supabase.rpc('reset_date', { p_date: date }).throwOnError()
  const undo = ['restoreDates', { closed, slots }] satisfies [string, unknown]
  return { kind: 'done', message: 'Availability has been updated.', undo, ...asked }
})

/** After a reset also restores the dates' own slots, except slots that an admin has set since. */
export const restoreDates = adminAction(openedDates, NOT_UPDATED, async ({ closed, slots }, supabase) => {
  await supabase.rpc('restore_dates', { p_closed: closed, p_slots: slots ?? [] }).throwOnError()
  if (slots) return 'Availability has been updated.'
  return countDates(closed.length, 'closed', ...rangesOf(closed.map(({ date }) => date)))
})

async function listClosed(supabase: AdminClient, { from, to }: DateRange) {
  const rows = supabase.from('closed_dates').select('date, reason, closed_at').gte('date', from)
  return (await rows.lte('date', to).order('date').throwOnError()).data
}

/** The dates get the slots they had before; with a `reason`, only the dates closed for it. */
async function reopen(supabase: AdminClient, ranges: (DateRange & { reason?: string })[]): Promise<Done> {
  const asked = await findAsked(ranges)
  const closed: Awaited<ReturnType<typeof listClosed>> = []
  let isLeft = false
  // One after the other, because there can be 200.
  for (const { reason, ...range } of ranges) {
    const before = await listClosed(supabase, range)
    const args = { p_from: range.from, p_to: range.to, p_reason: reason }
    await supabase.rpc('reopen_dates', args).throwOnError()
    const opened = before.filter((date) => reason === undefined || reason === (date.reason ?? ''))
    isLeft ||= opened.length < before.length
    closed.push(...opened)
  }
  if (closed.length === 0 && isLeft) throw new UserError(NOT_UPDATED, 'They are closed for another reason.')
  const undo: FollowUp | undefined = closed.length > 0 ? ['restoreDates', { closed }] : undefined
  return { kind: 'done', message: countDates(closed.length, 'opened', ...ranges), undo, ...asked }
}

/** '5 dates opened successfully', or for one date 'Date enabled successfully'. */
function countDates(count: number, done: 'closed' | 'opened', ...ranges: DateRange[]): string {
  const isOne = ranges.length === 1 && ranges[0]?.from === ranges[0]?.to
  if (isOne) return `Date ${done === 'closed' ? 'disabled' : 'enabled'} successfully`
  if (count === 0) return `All these dates were ${done === 'closed' ? 'closed' : 'open'} already`
  return `${count === 1 ? '1 date' : `${count} dates`} ${done} successfully`
}

const rangesOf = (dates: string[]): DateRange[] =>
  closedRanges(dates.map((date) => ({ date, reason: null }))).map(({ from, to }) => ({ from, to }))
