import { expect, test } from 'vitest'
import { describeEvent } from '@/app/admin/_requests/describe-event'

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
  [
    'visitor',
    asked,
    { ...moved, status: 'confirmed' },
    'The visitor took the proposed time Fri 27 Nov 2026, 2:30 PM, which confirmed it; it was Thu 26 Nov 2026, 9:00 AM',
  ],
  ['visitor', moved, { ...moved, status: 'cancelled' }, 'The visitor cancelled it'],
  [
    'ana@studio.test',
    { ...confirmed, end_time: '10:00' },
    { ...confirmed, end_time: '10:30' },
    'ana@studio.test moved its end from 10:00 AM to 10:30 AM',
  ],
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

test.each([
  ['link_copied', null, 'copied the visitor’s link'],
  ['owner', 'tama@studio.test', 'gave it to tama@studio.test'],
  ['owner', 'ana@studio.test', 'took it'],
  ['owner', null, 'gave it to nobody'],
  ['note', 'added', 'added a note'],
  ['outcome', 'no_show', 'said what came of it: no-show'],
  ['outcome', null, 'took back what came of it'],
  ['answered', null, 'said that an answer went out'],
  ['answered', 'not needed', 'said that no answer is needed'],
  ['answered', 'undone', 'took back what was said of the answer'],
  ['reopened', null, 'said that the visitor has answered'],
  ['reopened', 'undone', 'took back that the visitor has answered'],
  ['offer', 'begun', 'began an offer'],
  ['offer', 'sent', 'sent the offer'],
  ['offer', 'withdrawn', 'withdrew the offer'],
  ['offer', 'accepted', 'accepted the offer'],
  ['offer', 'accepted by email', 'recorded that the offer was accepted by email'],
  ['offer', 'declined', 'declined the offer'],
] as const)('%s (%s) reads as a sentence', (kind, what, words) => {
  const actor = 'ana@studio.test'
  expect(describeEvent({ at, actor, kind, what })).toBe(`${actor} ${words}`)
})
