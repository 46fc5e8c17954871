import { expect, test } from 'vitest'
import { addDays, dateAt } from '@/lib/dates'
import { callForCaller, callMove } from '@/lib/requests/call-schema'
import { bookingChanges, inquiryChanges } from '@/lib/requests/schema'

const ids = ['0000000a-0000-4000-8000-00000000000f', '0000000b-0000-4000-8000-00000000000f'] as const
const booking = { name: 'Mere', seenStatus: 'pending', revision: 3 }
const inquiry = { name: 'Mere', revision: 0, seenStatus: 'new' }

test('a batch of changes has different requests and one status for all', () => {
  for (const [schema, record, status, other] of [
    [bookingChanges, booking, 'confirmed', 'cancelled'],
    [inquiryChanges, inquiry, 'read', 'archived'],
  ] as const) {
    const batch = (second: string, status2: string) => ({
      changes: [
        { ...record, id: ids[0], status },
        { ...record, id: second, status: status2 },
      ],
    })
    expect(schema.safeParse(batch(ids[1], status)).success).toBe(true)
    expect(schema.safeParse(batch(ids[0], status)).success).toBe(false)
    expect(schema.safeParse(batch(ids[0].toUpperCase(), status)).success).toBe(false)
    expect(schema.safeParse(batch(ids[1], other)).success).toBe(false)
  }
})

test('an admin cannot move or book a call on a mistyped date', () => {
  const times = { start_time: '09:00', end_time: '09:30', outside: true }
  const moved = {
    id: ids[0],
    formId: ids[0],
    name: 'A',
    seen: { status: 'pending', date: '2026-12-01', ...times },
    ...times,
  }
  const booked = {
    requestId: ids[0],
    name: 'A',
    email: 'a@b.nz',
    phone: '',
    message: '',
    package: '',
    ...times,
  }
  for (const [schema, call] of [
    [callMove, moved],
    [callForCaller, booked],
  ] as const) {
    for (const date of ['', '0026-12-01', '2226-12-01', '2199-12-31', '12026-12-01'])
      expect(schema.safeParse({ ...call, date }).error?.issues, date).toMatchObject([{ path: ['date'] }])
    expect(schema.safeParse({ ...call, date: addDays(dateAt(), 9) }).success).toBe(true)
  }
})
