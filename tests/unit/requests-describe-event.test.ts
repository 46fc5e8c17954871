import { expect, test } from 'vitest'
import { describeEvent } from '@/app/admin/_requests/request-history'

const at = '2026-11-23T20:00:00Z'
const asked = { status: 'pending', date: '2026-11-26', start_time: '09:00' }
const confirmed = { ...asked, status: 'confirmed' }
const moved = { status: 'pending', date: '2026-11-27', start_time: '14:30' }

test.each([
  ['visitor', null, asked, 'The visitor asked for Thu 26 Nov 2026, 9:00 AM'],
  ['visitor', null, { status: 'new' }, 'The visitor wrote to us'],
  ['ana@studio.test', asked, confirmed, 'ana@studio.test set pending to confirmed'],
  [
    'visitor',
    confirmed,
    moved,
    'The visitor moved it from Thu 26 Nov 2026, 9:00 AM to Fri 27 Nov 2026, 2:30 PM',
  ],
  ['visitor', moved, { ...moved, status: 'cancelled' }, 'The visitor cancelled it'],
  [
    'ana@studio.test',
    { ...confirmed, location: null },
    { ...confirmed, location: 'The café' },
    'ana@studio.test changed the location from the usual one to “The café”',
  ],
  [
    'ana@studio.test',
    { ...confirmed, location: 'The café' },
    { ...confirmed, location: null },
    'ana@studio.test changed the location from “The café” to the usual one',
  ],
  [
    'ana@studio.test',
    { ...asked, location: null },
    { ...confirmed, location: 'The café' },
    'ana@studio.test set pending to confirmed and changed the location from the usual one to “The café”',
  ],
  ['ana@studio.test', { status: 'new' }, { status: 'read' }, 'ana@studio.test set new to read'],
])('%s, from %j to %j', (actor, before, after, words) => {
  expect(describeEvent({ at, actor, kind: 'change', before, after })).toBe(words)
})

test('a copy of the visitor’s link is no change of the booking', () => {
  const copied = { at, actor: 'ana@studio.test', kind: 'link_copied', before: asked, after: asked } as const
  expect(describeEvent(copied)).toBe('ana@studio.test copied the visitor’s link')
})
