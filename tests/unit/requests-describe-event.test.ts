import { expect, test } from 'vitest'
import { describeEvent, describeSiteMail, withoutRepeatedCopies } from '@/app/admin/_requests/describe-event'

const at = '2026-11-23T20:00:00Z'
const asked = { status: 'pending', date: '2026-11-26', start_time: '09:00' }
const confirmed = { ...asked, status: 'confirmed' }
const moved = { status: 'pending', date: '2026-11-27', start_time: '14:30' }

const ana = 'ana@studio.test'
const event = { at, revision: 1, what: null, before: null, after: null }

test.each([
  ['visitor', 'booked', null, asked, 'The visitor asked for Thu 26 Nov 2026, 9:00 AM'],
  [ana, 'booked_for', { status: 'cancelled' }, confirmed, `${ana} booked Thu 26 Nov 2026, 9:00 AM for them`],
  ['visitor', 'wrote', null, { status: 'new' }, 'The visitor wrote to us'],
  [ana, 'confirmed', { status: 'pending' }, { status: 'confirmed' }, `${ana} set pending to confirmed`],
  [
    'database',
    'confirmed',
    { status: 'pending' },
    { status: 'confirmed' },
    'Somebody in the database set pending to confirmed',
  ],
  [
    'visitor',
    'moved',
    confirmed,
    moved,
    'The visitor moved it from Thu 26 Nov 2026, 9:00 AM to Fri 27 Nov 2026, 2:30 PM',
  ],
  [
    'visitor',
    'took_time',
    asked,
    { ...moved, status: 'confirmed' },
    'The visitor took the proposed time Fri 27 Nov 2026, 2:30 PM, which confirmed it; it was Thu 26 Nov 2026, 9:00 AM',
  ],
  ['visitor', 'cancelled', { status: 'pending' }, { status: 'cancelled' }, 'The visitor cancelled it'],
  [
    ana,
    'moved',
    { ...asked, end_time: '10:00' },
    { ...asked, end_time: '10:30' },
    `${ana} moved its end from 10:00 AM to 10:30 AM`,
  ],
  [
    ana,
    'place',
    { location: null },
    { location: 'The café' },
    `${ana} changed the location from the usual one to “The café”`,
  ],
  [
    ana,
    'place',
    { location: 'The café' },
    { location: null },
    `${ana} changed the location from “The café” to the usual one`,
  ],
  [
    ana,
    'confirmed',
    { status: 'pending', location: null },
    { status: 'confirmed', location: 'The café' },
    `${ana} set pending to confirmed and changed the location from the usual one to “The café”`,
  ],
  [ana, 'read', { status: 'new' }, { status: 'read' }, `${ana} set new to read`],
])('the history says what changed: %s (%s), from %j to %j', (actor, kind, before, after, words) => {
  expect(describeEvent({ ...event, actor, kind, before, after })).toBe(words)
})

test.each([
  ['link_copied', null, 'copied the visitor’s link'],
  ['owner', 'tama@studio.test', 'gave it to tama@studio.test'],
  ['owner', 'ana@studio.test', 'took it'],
  ['owner', null, 'gave it to nobody'],
  ['note', 'added', 'added a note'],
  ['outcome', 'no_show', 'said what came of it: no-show'],
  ['outcome', null, 'took back what came of it'],
  ['elsewhere', null, 'said that an answer went out'],
  ['not_needed', null, 'said that no answer is needed'],
  ['asked', null, 'said that the visitor has answered'],
  ['told', null, 'told them how the call stands'],
  ['kept', null, 'said that the call stays when it was'],
  ['proposed', 'propose', 'replied: propose other times'],
  ['offer', 'begun', 'began an offer'],
  ['offer', 'sent', 'made a version of the offer'],
  ['offered', 'sent', 'sent the offer'],
  ['withdrawn', 'withdrawn', 'withdrew the offer'],
  ['accepted', null, 'accepted the offer'],
  ['accepted', 'by email', 'recorded that the offer was accepted by email'],
  ['declined', null, 'declined the offer'],
  ['undone', 'elsewhere', 'took back what was said of the answer'],
  ['undone', 'asked', 'took back that the visitor has answered'],
  ['undone', 'told', 'took back that they were told'],
  ['undone', 'reply', 'took a reply back'],
  ['undone', 'offered', 'took back the version of the offer before it went out'],
  ['undone', 'withdrawn', 'took back that the offer was withdrawn'],
  ['undone', 'offer', 'took back that the offer was withdrawn'],
  ['undone', 'accepted', 'took back that the offer was accepted by email'],
  ['offered', 'withdrawal undone', 'took back that the offer was withdrawn'],
])('the history says what an admin did: %s (%s)', (kind, what, words) => {
  expect(describeEvent({ ...event, actor: ana, kind, what })).toBe(`${ana} ${words}`)
})

test.each([
  ['call', 'confirmed', 'told them that it is confirmed, Mon 7 Dec 2026, 9:00 AM'],
  ['call', 'pending', 'told them that we have their booking, not confirmed yet, Mon 7 Dec 2026, 9:00 AM'],
  ['call', 'cancelled', 'told them that it is cancelled, Mon 7 Dec 2026, 9:00 AM'],
  [
    'still_pending',
    'pending',
    'told them that nobody confirmed it, and that without another word it does not take place, Mon 7 Dec 2026, 9:00 AM',
  ],
  ['reminder_day', 'confirmed', 'reminded them of it, Mon 7 Dec 2026, 9:00 AM'],
  ['received', null, 'told them that their message arrived'],
  ['offer_follow_up', null, 'reminded them of the offer'],
])('the history says what the site mailed: %s, %s', (kind, status, words) => {
  const when = status ? { date: '2026-12-07', start_time: '09:00' } : { date: null, start_time: null }
  expect(describeSiteMail({ at: event.at, kind, status, ...when })).toBe(`The site ${words}`)
})

test('the history describes what a reply changed, and what an Undo changed back', () => {
  const change = { before: { status: 'pending' }, after: { status: 'confirmed' } }
  const back = { before: change.after, after: change.before }
  const said = (kind: string, what: string, state: object) =>
    describeEvent({ ...event, actor: ana, kind, what, ...state })
  expect(said('confirmed', 'confirm', change)).toBe(`${ana} replied: confirm and set pending to confirmed`)
  expect(said('undone', 'reply', back)).toBe(`${ana} took a reply back and set confirmed to pending`)
  expect(said('undone', 'confirmed', back)).toBe(`${ana} took back a change and set confirmed to pending`)
})

test('the history shows several copies of a link by one person in a row as one line', () => {
  const copy = (actor: string, n: number) => ({ ...event, revision: n, actor, kind: 'link_copied' })
  const note = { ...event, revision: 4, actor: ana, kind: 'note', what: 'wrote' }
  const events = [
    copy(ana, 1),
    copy(ana, 2),
    copy('bo@studio.test', 3),
    note,
    note,
    copy(ana, 6),
    copy(ana, 7),
  ]
  expect(withoutRepeatedCopies(events)).toEqual([events[1], events[2], note, note, events[6]])
})
