import { expect, test } from 'vitest'
import { bookingChanges, bookingRestores, inquiryChanges } from '@/lib/requests/schema'

const ids = ['0000000a-0000-4000-8000-00000000000f', '0000000b-0000-4000-8000-00000000000f'] as const
const booking = { name: 'Mere', seenStatus: 'pending', revision: 3 }
const inquiry = { name: 'Mere', revision: 0, seenStatus: 'new' }

test('changes of one batch are of different records, and to the same status', () => {
  for (const [schema, record, status, other] of [
    [bookingChanges, booking, 'confirmed', 'cancelled'],
    [inquiryChanges, inquiry, 'read', 'archived'],
  ] as const) {
    const batch = (second: string, status2: string) => [
      { ...record, id: ids[0], status },
      { ...record, id: second, status: status2 },
    ]
    expect(schema.safeParse(batch(ids[1], status)).success).toBe(true)
    expect(schema.safeParse(batch(ids[0], status)).success).toBe(false)
    expect(schema.safeParse(batch(ids[0].toUpperCase(), status)).success).toBe(false)
    expect(schema.safeParse(batch(ids[1], other)).success).toBe(false)
  }
})

test('changes taken back are of different bookings, each to the status it had', () => {
  const revision = 3
  const batch = (second: string) => [
    { id: ids[0], name: 'Mere', revision, seenStatus: 'cancelled', status: 'pending' },
    {
      id: second,
      name: 'Mere',
      revision,
      seenStatus: 'confirmed',
      status: 'cancelled',
      cancel_reason: 'Ill',
    },
  ]
  expect(bookingRestores.safeParse(batch(ids[1])).success).toBe(true)
  expect(bookingRestores.safeParse(batch(ids[0])).success).toBe(false)
})
