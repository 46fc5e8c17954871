import { expect, test } from 'vitest'
import { describeNext, describeStored } from '@/lib/content/booking'
import { type StoredRequest } from '@/lib/booking/form'

const booking = (status: string, repeat?: StoredRequest['repeat']): StoredRequest => ({
  kind: 'booking',
  id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  date: '2026-12-01',
  start_time: '09:00',
  end_time: '09:30',
  email: 'ana@example.com',
  manage: null,
  status,
  repeat,
})

test('a request that was stored, or changed by another press, is told as every one', () => {
  for (const sent of [booking('pending'), booking('pending', 'updated')]) {
    expect(describeStored(sent)).toEqual({
      title: 'Booking created successfully',
      message: "Your booking has been submitted successfully. We'll be in touch soon!",
    })
  }
})

test('one that could not be changed any more is told as what it is', () => {
  const inquiry = {
    kind: 'inquiry',
    id: 'x',
    email: 'ana@example.com',
    status: 'read',
    repeat: 'unchanged',
  } as const
  for (const [sent, title, message] of [
    [booking('pending', 'unchanged'), 'We already have your booking', 'its time is held for you'],
    [booking('confirmed', 'unchanged'), 'Your booking is confirmed', 'we confirmed it'],
    [booking('cancelled', 'unchanged'), 'This booking was cancelled', 'no longer held for you'],
    [inquiry, 'We already have your message', 'It reached us before'],
  ] as const) {
    expect(describeStored(sent).title).toBe(title)
    expect(describeStored(sent).message).toContain(message)
  }
})

test('what happens next is said in plain words, with the address it goes to', () => {
  expect(describeNext(booking('pending'))).toContain(
    'We’ll write to ana@example.com within 24 hours to confirm it.',
  )
  expect(describeNext({ ...booking('pending'), mailed: true })).toContain(
    'An email with the details is on its way to ana@example.com.',
  )
  expect(describeNext({ kind: 'inquiry', id: 'x', status: 'new', email: 'ana@example.com' })).toContain(
    'reply to ana@example.com',
  )
  expect(describeNext(booking('confirmed'))).toBe('It is confirmed: we look forward to the call.')
  for (const sent of [booking('cancelled'), booking('cancelled', 'unchanged')])
    expect(describeNext(sent)).toBeNull()
})
