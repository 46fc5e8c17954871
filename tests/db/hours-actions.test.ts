/** The actions on the studio's hours in process: what an admin reads after a success, and after a failure. */
import { beforeAll, describe, expect, test, vi } from 'vitest'
import {
  closeDates,
  closeHolidays,
  reopenDates,
  resetDate,
  setSlotOnDate,
  setWholeDate,
} from '@/app/admin/_hours/date-actions'
import { emptyValues, type FormValues, inputOf } from '@/app/admin/_hours/form-values'
import { createSlot, deleteSlot } from '@/app/admin/_hours/slot-actions'
import {
  clearWeekday,
  removeSlotFromWeekday,
  saveHours,
  setSlotOnWeekday,
} from '@/app/admin/_hours/weekly-actions'
import type { ActionResult, FollowUp } from '@/app/admin/action-result'
import { runFollowUp } from '@/app/admin/follow-ups'
import { durationText } from '@/lib/hours/slot'
import { addDays, dateAt, weekdayOf } from '@/lib/dates'
import type { Browser } from '@/scripts/in-process'
import { type InProcess, meddled, openOwnStudio } from './in-process'

const tuesday = addDays(dateAt(), 14 - ((weekdayOf(dateAt()) + 6) % 7))
let studio: InProcess
let admin: Browser
let ids: string[]
beforeAll(async () => {
  studio = await openOwnStudio()
  admin = await studio.signedIn('kotuku')
  const slots = await studio.rows<{ id: string }>('select id from time_slots order by start_time')
  ids = slots.map(({ id }) => id)
  return () => studio.close()
})
const nth = (index: number) => ids[index] ?? ''
const save = (values: Partial<FormValues>) => () =>
  saveHours(inputOf({ ...emptyValues, ...values, rows: [{ start_time: '18:00', end_time: '18:30' }] }, []))

const weekday = 1
const saved = 'Availability has been updated.'
const dates = (days: number) => ({ from: tuesday, to: addDays(tuesday, days - 1) })
const close = (days: number) => () => closeDates({ ...dates(days), reason: '', agreed: [] })
const wholeDate = (isAvailable: boolean) => () => setWholeDate({ date: tuesday, isAvailable })

/** Changes of the hours, and what an admin reads after each. */
const changes = {
  onSundays: [save({ days: [6] }), saved],
  onOneDate: [save({ kind: 'one-off', date: tuesday }), saved],
  slotOnDate: [
    () => setSlotOnDate({ date: tuesday, slotId: nth(0), isAvailable: false }),
    'Slot availability updated successfully',
  ],
  slotOnWeekday: [
    () => setSlotOnWeekday({ weekday, slotId: nth(0), isAvailable: false }),
    'Recurring availability updated successfully.',
  ],
  closing: [wholeDate(false), 'Date disabled successfully'],
  opening: [wholeDate(true), 'Date enabled successfully'],
  closingOne: [close(1), 'Date disabled successfully'],
  closingMore: [close(3), '2 dates closed successfully'],
  closingAgain: [close(3), 'All these dates were closed already'],
  openingMore: [() => reopenDates(dates(3)), '3 dates opened successfully'],
  reset: [() => resetDate({ date: tuesday, agreed: [] }), 'Availability has been updated.'],
  removal: [
    () => removeSlotFromWeekday({ weekday, slotId: nth(1) }),
    'Recurring pattern deleted successfully.',
  ],
  emptying: [
    () => clearWeekday({ weekday, slotIds: ids, agreed: [] }),
    'All recurring availability for Tuesday has been deleted.',
  ],
  creation: [() => createSlot({ start_time: '20:00', end_time: '20:30' }), 'Time slot created successfully.'],
  deletion: [() => deleteSlot({ slotId: nth(2), agreed: [] }), 'Time slot deleted successfully.'],
} satisfies Record<string, [() => Promise<ActionResult>, string]>

describe('each change of the hours that fails has its own sentence', () => {
  test.each<[string, keyof typeof changes, string]>([
    ['Error creating time slot: no', 'onSundays', 'POST time_slots'],
    ['Error finding time slot: no', 'onSundays', 'GET time_slots'],
    ['Error saving recurring availability: no', 'onSundays', 'POST recurring_availability'],
    ['Error saving one-off availability: no', 'onOneDate', 'POST availability'],
    ['Failed to update availability', 'slotOnDate', 'POST rpc/set_slot_availability'],
    ['Failed to update recurring availability', 'slotOnWeekday', 'PATCH recurring_availability'],
    ['Failed to update date availability', 'closing', 'POST rpc/set_date_availability'],
    ['Failed to update date availability', 'opening', 'POST rpc/set_date_availability'],
    ['Failed to update date availability', 'closingOne', 'POST rpc/close_dates'],
    ['Failed to update date availability', 'reset', 'POST rpc/reset_date'],
    ['Failed to delete recurring pattern.', 'removal', 'DELETE recurring_availability'],
    ['Failed to delete recurring pattern.', 'emptying', 'DELETE recurring_availability'],
    ['Failed to create time slot.', 'creation', 'POST time_slots'],
    ['Failed to delete time slot.', 'deletion', 'DELETE time_slots'],
  ])('‘%s’ after %s', async (sentence, change, failing) => {
    const [action] = changes[change]
    const refuse = () => Response.json({ code: 'P0001', message: 'no' }, { status: 400 })
    const answer = async (path: string, send: () => Promise<Response>) =>
      path.replace('/rest/v1/', '') === failing ? refuse() : send()
    const result = await meddled(admin, answer, action)
    expect(result).toMatchObject({ kind: 'failed' })
    const { title, failed } = result as { title?: string; failed: string }
    expect(title ? `${title}: ${failed}` : failed).toBe(sentence)
    expect(vi.mocked(console.error).mock.calls).toHaveLength(1)
    vi.mocked(console.error).mockClear()
  })
})

test('an admin reads after each change of the hours what was done', async () => {
  for (const [action, message] of Object.values(changes))
    expect(await admin.run(action)).toMatchObject({ kind: 'done', message })
})

test('the Undo of a date disabled by mistake opens it again', async () => {
  const date = addDays(tuesday, 1)
  const closed = () => studio.rows('select date from closed_dates where date = $1', [date])
  const disabled = await admin.run(() => setWholeDate({ date, isAvailable: false }))
  expect(await closed()).toHaveLength(1)
  const undone = await admin.run(() => runFollowUp((disabled.kind === 'done' && disabled.undo) as FollowUp))
  expect(undone).toMatchObject({ kind: 'done', message: 'Date enabled successfully' })
  expect(await closed()).toEqual([])
})

test('the admin who closes all holidays second reads that they were closed, and can undo nothing', async () => {
  const closed = [1, 2].map((weeks) => ({ date: addDays(tuesday, 7 * weeks), reason: 'A holiday' }))
  const close = () => admin.run(() => closeHolidays({ closed }))
  expect(await close()).toMatchObject({ kind: 'done', message: '2 dates are closed' })
  expect(await close()).toEqual({ kind: 'done', message: 'All these dates were closed already' })
  await studio.rows('delete from closed_dates')
})

test('an admin agrees before a date loses a time that a call has', async () => {
  const date = addDays(tuesday, 7)
  const open = save({ kind: 'one-off', date })
  await admin.run(open)
  const [call] = await studio.rows<{ id: string; time_slot_id: string }>(
    `insert into bookings (name, email, date, time_slot_id)
     select 'Ani', 'ani@example.com', $1, id from time_slots where start_time = '18:00' returning id, time_slot_id`,
    [date],
  )
  const { id = '', time_slot_id: slotId = '' } = call ?? {}
  const takings: [title: RegExp, (agreed: string[]) => Promise<ActionResult>][] = [
    [/^Disable 6:00 PM/, (agreed) => setSlotOnDate({ date, slotId, isAvailable: false, agreed })],
    [/^Disable Tue /, (agreed) => setWholeDate({ date, isAvailable: false, agreed })],
    [/^Go back to the weekly hours/, (agreed) => resetDate({ date, agreed })],
  ]
  for (const [title, take] of takings) {
    await admin.run(() => setWholeDate({ date, isAvailable: true }))
    await admin.run(open)
    const question = { title: expect.stringMatching(title), lines: [{}, { name: 'Ani' }] }
    expect(await admin.run(() => take([]))).toMatchObject({ kind: 'question', question })
    expect(await admin.run(() => take([id])), String(title)).toMatchObject({ kind: 'done' })
  }
})

test('an admin chooses the default duration from 30 min, 1 hour and 90 min', async () => {
  const presets = await studio.rows<{ duration_minutes: number }>(
    'select * from time_slot_presets order by 1',
  )
  expect(presets.map((preset) => durationText(preset.duration_minutes))).toEqual([
    '30 min',
    '1 hour',
    '90 min',
  ])
})
