import { expect, test } from 'vitest'
import { noResult } from '@/app/(site)/booking/_components/missing-response'
import { submitErrors } from '@/lib/content/submit-errors'
import { describeReply, nextSteps, describeLocation } from '@/lib/content/booking'
import { describeStored } from '@/lib/booking/stored'
import { type StoredRequest } from '@/lib/booking/form'

const booking = (more: object = {}) =>
  ({
    kind: 'booking',
    id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    date: '2026-12-08',
    start_time: '09:00',
    end_time: '09:30',
    email: 'ana@example.com',
    manage: '/booking/manage/x',
    status: 'pending',
    ...more,
  }) as StoredRequest
const inquiry = (more: object = {}) =>
  ({ kind: 'inquiry', id: 'x', status: 'new', email: 'ana@example.com', ...more }) as StoredRequest

test('a visitor who repeats a request reads the same confirmation as the first time', () => {
  for (const more of [{}, { differs: false }]) {
    expect(describeStored(booking(more))).toEqual({
      title: 'Booking created successfully',
      message: "Your booking has been submitted successfully. We'll be in touch soon!",
    })
    expect(describeStored(inquiry(more)).title).toBe('Inquiry submitted successfully')
  }
})

test('a visitor who repeats a request with changes reads what is stored, and how to change it', () => {
  for (const [sent, title, message] of [
    [booking({ differs: true }), 'You have booked this call', /changed nothing.*on its own page/],
    [
      booking({ differs: true, manage: null }),
      'You have booked this call',
      /changed nothing.*a wrong email address, write to \S+@/,
    ],
    [inquiry({ differs: true }), 'We already have your message', /changed nothing. Write to \S+@/],
    [booking({ status: 'cancelled' }), 'This booking was cancelled', /no longer held for you/],
  ] as const) {
    expect(describeStored(sent).title).toBe(title)
    expect(describeStored(sent).message).toMatch(message)
  }
})

test('a visitor whose response was lost does not read that nothing was booked', () => {
  const form = new FormData()
  expect(noResult(form, 'lost')).toMatchObject({ message: submitErrors.noResponse.booking })
  for (const why of ['offline', 'outdated'] as const)
    expect(noResult(form, why)).toMatchObject({ message: submitErrors.booking })
})

test('the next steps name the visitor’s e-mail address; before a phone call they mention no video', () => {
  const [first, second] = nextSteps('ana@example.com', null)
  expect(first?.text).toBe('We write to ana@example.com. The time is held for you.')
  expect(second?.title).toBe('We meet by video')
  expect(nextSteps('ana@example.com', null, { mailed: true })[0]?.text).toContain(
    'An email is on its way to ana@example.com.',
  )
  expect(nextSteps('', null, { isConfirmed: true })[0]?.title).toBe('It is confirmed')
  for (const phone of ['021 555 0100', '']) {
    const words = [
      describeLocation(phone),
      ...nextSteps('ana@example.com', phone).map(({ text }) => text),
    ].join(' ')
    expect(words).not.toMatch(/video|link/)
    expect(words).toContain(phone || 'We write to you for the number.')
  }
  expect(describeReply('ana@example.com')).toContain('reply to ana@example.com')
})
