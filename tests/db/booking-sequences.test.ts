import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ahead } from '@/tests/dates'
import { onPostgres, setUpOnce } from './databases'
import { addDailySlot, book, emptySchedule, offeredSlots } from './fixtures'
import { admin, errorCode, type TestDatabase } from './test-database'

const dates = [ahead('2027-01-05'), ahead('2027-01-06')] as const
const times = [
  { start: '09:00', end: '10:00' },
  { start: '09:00', end: '09:30' },
  { start: '09:30', end: '10:00' },
  { start: '09:45', end: '10:15' },
  { start: '10:00', end: '11:00' },
  { start: '08:30', end: '11:30' },
]
interface Time {
  date: string
  start: string
  end: string
}
interface Call extends Time {
  id: string
  status: string
}
const bookings = fc.record({ date: fc.constantFrom(...dates), time: fc.constantFrom(...times) })
const changes = fc.record({ status: fc.constantFrom('cancelled', 'confirmed', 'pending'), nth: fc.nat(9) })
const sequences = fc.array(fc.oneof(bookings, changes), { maxLength: 20 })

const overlap = (a: Time, b: Time) => a.date === b.date && a.start < b.end && b.start < a.end
const label = ({ date, start, end }: Time) => `${date} ${start}-${end}`

onPostgres((db) => {
  const slots = new Map<string, string>()
  setUpOnce(db, async () => {
    await emptySchedule(db)
    await db.rows('update private.submission_caps set max = 100000')
    for (const { start, end } of times) slots.set(start + end, await addDailySlot(db, start, end))
  })
  const tryToBook = (time: Time) => book(db, { date: time.date, slot: slots.get(time.start + time.end) })

  test('after any bookings, cancellations and restores no calls overlap, and every free time is offered', async () => {
    const property = fc.asyncProperty(sequences, async (sequence) => {
      await db.rows('delete from public.bookings')
      const calls: Call[] = []
      const taken = (time: Time) =>
        calls.some((c) => c !== time && c.status !== 'cancelled' && overlap(c, time))

      for (const step of sequence) {
        const call = 'nth' in step ? calls[step.nth] : undefined
        if ('time' in step) {
          const wanted = { date: step.date, ...step.time }
          const expected = taken(wanted) ? 'slot_taken' : 'accepted'
          const booked = tryToBook(wanted).then(({ id, status }) => calls.push({ ...wanted, id, status }))
          expect(await errorCode(booked), `booking ${label(wanted)}`).toBe(expected)
        } else if (call) {
          const expected = step.status !== 'cancelled' && taken(call) ? '23P01' : 'accepted'
          expect(await setStatus(db, call.id, step.status), `${label(call)} becomes ${step.status}`).toBe(
            expected,
          )
          if (expected === 'accepted') call.status = step.status
        }
      }

      const stored = await storedCalls(db)
      expect(stored).toHaveLength(calls.filter((call) => call.status !== 'cancelled').length)
      for (const a of stored) for (const b of stored) if (a.id !== b.id) expect(overlap(a, b)).toBe(false)

      const offered = (await offeredSlots(db, dates[0], dates[1])).map((s) => ({
        date: s.date,
        start: s.start_time,
        end: s.end_time,
      }))
      const everything = dates.flatMap((date) => times.map((time) => ({ date, ...time })))
      expect(offered.map(label).sort()).toEqual(
        everything
          .filter((time) => !taken(time))
          .map(label)
          .sort(),
      )
      for (const time of offered) {
        await db.rows('savepoint offer')
        expect(await errorCode(tryToBook(time)), `booking the offered ${label(time)}`).toBe('accepted')
        await db.rows('rollback to savepoint offer')
      }
    })
    await fc.assert(property, { numRuns: process.env.SOAK ? 2000 : 10 })
  })
})

function setStatus(db: TestDatabase, id: string, status: string) {
  return errorCode(db.rowsAs(admin, 'update public.bookings set status = $2 where id = $1', id, status))
}

/** All calls that are not cancelled, with their times from the slot instead of the column `period`. */
function storedCalls(db: TestDatabase) {
  return db.rows<Call>(
    `select b.id, date, status, to_char(start_time, 'HH24:MI') as start, to_char(end_time, 'HH24:MI') as end
     from public.bookings b join public.time_slots s on s.id = time_slot_id where status <> 'cancelled'`,
  )
}
