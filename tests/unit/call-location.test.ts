import { expect, test } from 'vitest'
import { locationText } from '@/lib/booking/call-location'
import { usualLocation } from '@/lib/settings/schema'

const video = { kind: 'video', name: 'Our video room', url: 'https://meet.example/call' } as const
const phone = { kind: 'phone' } as const

const plain = { location: null, phone: '021 555 010', room: 'abcdefghijkl' }

test('one line names a call’s location: the booking’s own, or else the default', () => {
  expect(locationText(plain, video)).toBe('Our video room, https://meet.example/call')
  expect(locationText({ ...plain, location: 'The café on the Parade' }, video)).toBe('The café on the Parade')
  expect(locationText({ ...plain, location: 'Here: https://zoom.example/j/1' }, phone)).toBe(
    'Here: https://zoom.example/j/1',
  )
  expect(locationText(plain, phone)).toBe('We ring you on 021 555 010')
  expect(locationText({ ...plain, phone: null }, phone)).toBe('We ring you')
})

test.each([
  [{ ...video, name: '  Our \u202Eroom ' }, null],
  [phone, null],
  [{ ...video, name: ' ' }, 'name'],
  [{ ...video, name: 'Room at https://meet.example' }, 'name'],
  [{ ...video, name: 'x'.repeat(101) }, 'name'],
  [{ ...video, url: '' }, 'url'],
  [{ ...video, url: 'http://meet.example/call' }, 'url'],
  [{ ...video, url: 'https://meet.example/our call' }, 'url'],
  [{ ...video, url: `https://meet.example/${'x'.repeat(300)}` }, 'url'],
])('the default location %j gets its error at the wrong field: %s', (location, field) => {
  expect(usualLocation.safeParse(location).error?.issues[0]?.path[0] ?? null).toBe(field)
})

test('{call} in the default address gives each call its own room, unless the booking has a location', () => {
  const rooms = { ...video, url: 'https://meet.example/our-{call}' }
  expect(locationText(plain, rooms)).toBe('Our video room, https://meet.example/our-abcdefghijkl')
  expect(locationText({ ...plain, location: 'The café on the Parade' }, rooms)).toBe('The café on the Parade')
})

test.each([
  ['https://meet.example/our-{call}', true],
  ['https://meet.example/{call}?lang=en', true],
  ['http://meet.example/{call}', false],
  ['https://{call}.example/', false],
  ['https://meet.example/{call}/{call}', false],
  ['https://meet.example/{room}', false],
  ['https://meet.example/{call', false],
])('the settings accept the address %s: %s', (url, isTaken) => {
  expect(usualLocation.safeParse({ ...video, url }).success).toBe(isTaken)
})
