import { expect, test } from 'vitest'
import { locationText } from '@/lib/booking/call-location'
import { usualLocation } from '@/lib/settings/schema'

const video = { kind: 'video', name: 'Our video room', url: 'https://meet.example/call' } as const
const phone = { kind: 'phone' } as const

const plain = { location: null, phone: '021 555 010' }

test('a call happens where all calls do, unless its booking says otherwise, and is named in one line', () => {
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
])('the usual location %j is refused at the field that is wrong: %s', (location, field) => {
  expect(usualLocation.safeParse(location).error?.issues[0]?.path[0] ?? null).toBe(field)
})
