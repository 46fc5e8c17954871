import { describe, expect, test } from 'vitest'
import { formatAmount } from '@/lib/money'
import type { AdminRequest } from '@/lib/requests/request'
import { describeTask } from '@/lib/requests/task'
import { describeTurn, describeUntil, turnOf } from '@/lib/requests/turn'

const HOUR = 3_600_000
const now = Date.parse('2026-11-22T20:00:00Z')
/** The instant `hours` from now, or 'infinity' without `hours`. */
const at = (hours?: number) =>
  hours === undefined ? 'infinity' : new Date(now + hours * HOUR).toISOString().replace('Z', '+00:00')

const row = { id: '', name: '', email: 'a@example.org', message: null, created_at: at(-100), revision: 0 }
/** A call at 9:00 on the date that is 24 hours from now. */
const call = { ...row, type: 'booking', status: 'pending', date: '2026-11-24' } as const
const tomorrow: AdminRequest = { ...call, start_time: '09:00', end_time: '09:30' }
const message: AdminRequest = { ...row, type: 'inquiry', status: 'new' }

const ours = (reason: string, from: number, due: number) => ({
  turn_reason: reason,
  ...{ theirs_from: null, ours_from: at(from), over_from: at(), due_at: at(due) },
})
const theirs = (reason: string, from: number, again?: number) => ({
  turn_reason: reason,
  ...{
    theirs_from: at(from),
    ours_from: at(again),
    over_from: at(again === undefined ? from + 336 : undefined),
    due_at: at(again && 24),
  },
})
const nobodys = (reason: string, from: number) => ({
  turn_reason: reason,
  ...{ theirs_from: null, ours_from: at(), over_from: at(from), due_at: at() },
})

test.each([
  ['they wait for an answer', message, ours('wrote', -18, 6), 'ours: They wrote · 6 h left'],
  ['they wait longer than promised', message, ours('wrote', -26, -2), 'ours: They wrote · 2 h over'],
  ['they wait for a new time', tomorrow, ours('moved', -1, 23), 'ours: They moved their call · 23 h left'],
  [
    'they accepted, and hear nothing',
    message,
    ours('accepted', -30, -6),
    'ours: They accepted the offer · 6 h over',
  ],
  [
    'they declined, so there is no deadline',
    message,
    ours('declined', -30, -6),
    'ours: They declined the offer · 30 h ago',
  ],
  [
    'we closed the date of their call',
    { ...tomorrow, status: 'confirmed', is_on_closed_date: true },
    ours('confirmed', -1, 24),
    'ours: Its date is closed · 24 h left',
  ],
  [
    'they expected us at the call',
    { ...tomorrow, status: 'confirmed', date: '2026-11-22', is_on_closed_date: false },
    ours('confirmed', -90, -24),
    'ours: Its date was closed · 24 h over',
  ],
  ['we wait', message, theirs('replied', -75), 'theirs: You replied · 3 days ago'],
  [
    'we wait until 48 hours before the call',
    tomorrow,
    theirs('proposed', -90, 10),
    'theirs: You proposed times · 3 days ago',
  ],
  [
    'we wait no longer within 48 hours of the call',
    tomorrow,
    theirs('proposed', -90, -24),
    'ours: You proposed times · 24 h left',
  ],
  [
    'we wait no longer after the call has begun',
    { ...tomorrow, date: '2026-11-23', start_time: '08:00' },
    { ...theirs('proposed', -90, -49), due_at: at(-1) },
    'ours: You proposed times · 1 h over',
  ],
  [
    'nobody confirmed it, and its day is over',
    { ...tomorrow, date: '2026-11-21' },
    ours('booked', -80, -56),
    'ours: This call was never confirmed · 56 h over',
  ],
  ['nobody waits', tomorrow, nobodys('confirmed', -3), 'nobody: Confirmed'],
  [
    'we have waited long enough',
    message,
    theirs('offered', -400),
    'nobody: You sent an offer · silent for 14 days',
  ],
  [
    'the last day of the offer is over',
    message,
    theirs('offered', -200, -9),
    'ours: Your offer has expired · 9 h ago',
  ],
  [
    'an offer is open and its call is near',
    tomorrow,
    theirs('offered', -90, -24),
    'ours: You sent an offer · 24 h left',
  ],
  [
    'we wrote, never confirmed it, and its day is over',
    { ...tomorrow, date: '2026-11-21' },
    { ...theirs('proposed', -300, -80), due_at: at(-48) },
    'ours: This call was never confirmed · 48 h over',
  ],
] as const)('an admin reads whose turn it is: %s', (_, request, turn, words) => {
  const said = describeTurn({ ...request, ...turn }, now)
  const clock = said && (said.due || (said.whose === 'nobody' ? '' : said.ago))
  expect(`${said?.whose}: ${said?.why}${clock ? ` · ${clock}` : ''}`).toBe(words)
})

test('an admin reads how far off a call is, and how long ago it was', () => {
  const read = (change: Partial<typeof tomorrow>) =>
    describeUntil({ ...tomorrow, ...change } as AdminRequest, now)
  expect(read({})).toBe('in 24 h')
  expect(read({ date: '2026-11-19' } as object)).toBe('4 days ago')
  expect(read({ status: 'cancelled' })).toBe('')
  expect(describeUntil(message, now)).toBe('')
})

const yesterday: AdminRequest = { ...tomorrow, date: '2026-11-22' }
const closed: AdminRequest = { ...tomorrow, is_on_closed_date: true }
const confirmedClosed: AdminRequest = { ...closed, status: 'confirmed' }
test.each([
  ['a message', message, ours('wrote', -1, 23), 'Wrote'],
  ['a declined offer', message, ours('declined', -1, 23), 'Declined the offer'],
  ['an accepted offer', message, ours('accepted', -1, 23), `Accepted the offer, ${formatAmount(1_380_000)}`],
  [
    'an accepted offer after an unconfirmed call',
    yesterday,
    ours('accepted', -1, 23),
    `Accepted the offer, ${formatAmount(1_380_000)}`,
  ],
  ['an expired offer', message, theirs('offered', -200, -9), 'Your offer has expired'],
  ['a new call', tomorrow, ours('booked', -1, 23), 'Booked a call'],
  ['a new call on a closed date', closed, ours('booked', -1, 23), 'Booked, date is closed'],
  ['a confirmed call on a closed date', confirmedClosed, ours('confirmed', -1, 24), 'Its date is closed'],
  ['a moved call', tomorrow, ours('moved', -1, 23), 'Moved the call'],
  ['a proposed time that they took', tomorrow, ours('took_time', -1, 23), 'Took a proposed time'],
  ['their answer about a call', tomorrow, ours('asked', -1, 23), 'Answered'],
  ['proposed times without an answer', tomorrow, theirs('proposed', -90, -24), 'No answer to your times'],
  ['a letter before a call', tomorrow, theirs('replied', -90, -24), 'Confirm it, or say no'],
  ['an answer outside the site', tomorrow, theirs('elsewhere', -90, -24), 'Confirm it, or say no'],
  ['an open offer before a call', tomorrow, theirs('offered', -90, -24), 'Confirm it, or say no'],
  ['a call that nobody confirmed', yesterday, ours('booked', -40, -16), 'Not confirmed: write to them'],
  ['a letter before a missed call', yesterday, theirs('replied', -90, -24), 'Not confirmed: write to them'],
] as const)('the strip of /admin says in a few words what to answer: %s', (_, request, turn, words) => {
  expect(describeTask({ ...request, ...turn }, now, 1_380_000)).toBe(words)
})
test('the list names an accepted offer before the call that nobody confirmed', () => {
  const words = describeTurn({ ...yesterday, ...ours('accepted', -1, 23) }, now)
  expect(words).toMatchObject({ why: 'They accepted the offer', due: '23 h left' })
})

describe('with a database clock that is ahead', () => {
  test('if the database’s clock is ahead, a new request is the studio’s turn at once, an answered one not', () => {
    const arrived = { ...message, ...ours('wrote', 0.001, 24) }
    expect(turnOf(arrived, now)?.whose).toBe('ours')
    expect(describeTurn(arrived, now)?.due).toBe('24 h left')
    expect(turnOf({ ...message, ...nobodys('archived', 0.001) }, now)?.whose).toBe('nobody')
    expect(describeTurn({ ...message, ...theirs('replied', 0.001) }, now)?.ago).toBe('just now')
  })
})

test('a request without the columns of its turn has no turn', () => {
  expect(turnOf(message, now)).toBeNull()
})
