import { expect, test } from 'vitest'
import { callLocation, locationText } from '@/lib/booking/call-location'

const video = { kind: 'video', name: 'Our video room', url: 'https://meet.example/call' } as const
const phone = { kind: 'phone' } as const

const plain = { location: null, phone: '021 555 010' }

test('a call happens where all calls do, unless its booking says otherwise', () => {
  expect(callLocation(plain, video)).toEqual({ words: 'Our video room', url: 'https://meet.example/call' })
  expect(callLocation(plain, phone).words).toBe('We ring you on 021 555 010')
  expect(callLocation({ ...plain, phone: null }, phone).words).toBe('We ring you')
  expect(callLocation({ ...plain, location: 'The café on the Parade' }, video)).toEqual({
    words: 'The café on the Parade',
    url: undefined,
  })
  expect(
    callLocation({ ...plain, location: 'Here: https://zoom.example/j/1 (no password)' }, phone).url,
  ).toBe('https://zoom.example/j/1')
})

test('as one line, a location names its address once', () => {
  expect(locationText(plain, video)).toBe('Our video room, https://meet.example/call')
  expect(locationText({ ...plain, location: 'Here: https://zoom.example/j/1' }, video)).toBe(
    'Here: https://zoom.example/j/1',
  )
  expect(locationText(plain, phone)).toBe('We ring you on 021 555 010')
})
