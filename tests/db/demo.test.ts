// @module-tag full
import { afterEach, describe, expect, test, vi } from 'vitest'
import { beforeMonth } from '@/scripts/demo/days'
import { liveMonth } from '@/scripts/demo/month'
import { brokenBy } from '../log-invariants'
import { openOwnStudio } from './in-process'

/** Whose turn it is for each request of the demo's month, in the order in which they came. */
const turns = [
  ['Mere Tawhiri', 'nobody', 'we answered their acceptance, two weeks ago'],
  ['Tom Feldman', 'nobody', 'archived'],
  ['Ana Lima', 'nobody', 'did not come'],
  ['Priya Nair', 'nobody', 'lost'],
  ['Kāhu Ropata', 'nobody', 'we answered, and two weeks are over'],
  ['Olivia Park', 'nobody', 'we cancelled'],
  ['Jack Thorne', 'nobody', 'they cancelled'],
  ['Sofia Marino', 'theirs', 'they have an offer'],
  ['Kāhu Ropata', 'nobody', 'the call was held'],
  ['Liam O’Connor', 'theirs', 'they have the second version of an offer'],
  ['Aisha Khan', 'nobody', 'archived after they declined'],
  ['Hēnare Pōhatu', 'theirs', 'we asked; their offer is a draft'],
  ['Grace Liu', 'nobody', 'confirmed, and over without an outcome'],
  ['Ruby Walker', 'ours', 'nobody confirmed their call before it passed'],
  ['Nina Petrova', 'nobody', 'confirmed, though they do not know the new time'],
  ['Oscar Nilsson', 'ours', 'confirmed on a date that is closed now'],
  ['Ivy Chen', 'theirs', 'asked for another time than that of the closed date'],
  ['Noah Becker', 'nobody', 'confirmed for tomorrow'],
  ['Isla McKenzie', 'theirs', 'we asked'],
  ['Zoe Laurent', 'nobody', 'confirmed with a letter'],
  ['Wiremu Parata', 'nobody', 'booked by phone for today'],
  ['Emma Schultz', 'nobody', 'booked by phone for today'],
  ['Dev Patel', 'theirs', 'we proposed other times'],
  ['Chloe Martin', 'ours', 'they moved a confirmed call'],
  ['Felix Braun', 'ours', 'they wrote'],
  ['Hana Sato', 'ours', 'they booked'],
  ['Mārama Tīpene', 'ours', 'they booked'],
  ['Leo Fischer', 'ours', 'they wrote'],
  ['Kāhu Ropata', 'ours', 'they wrote a third time'],
  ['Tāma Rewi', 'ours', 'they wrote an hour ago'],
].map(([name, turn]) => `${name}: ${turn}`)

afterEach(() => void vi.useRealTimers())

describe('the demo’s month breaks no rule, and whose turn it is is right, if it is made', () => {
  test.each([
    ['on a Wednesday at noon', '2026-11-24T23:00:00Z'],
    ['on a Sunday just after midnight', '2026-11-28T11:10:00Z'],
    ['on a Monday just before midnight', '2026-03-30T10:55:00Z'],
  ])('%s', async (_, now) => {
    vi.useFakeTimers({ toFake: ['Date'], now: beforeMonth(Date.parse(now)) })
    const studio = await openOwnStudio()
    await liveMonth(studio, {
      setTime: vi.setSystemTime,
      now: Date.parse(now),
      password: 'kelp-forest-at-low-tide',
    })
    expect(vi.mocked(console.error).mock.calls.flat()).toEqual([expect.stringContaining('550')])
    vi.mocked(console.error).mockClear()
    const stored = await studio.rows<{ turn: string }>(`
      select name || ': ' || case when now() >= over_from then 'nobody' when now() >= ours_from then 'ours' else 'theirs' end as turn
      from (select id, name, created_at from bookings union all select id, name, created_at from inquiries) people
      join requests using (id)`)
    expect(stored.map(({ turn }) => turn).toSorted()).toEqual(turns.toSorted())
    expect(await studio.rows('select b.name from private.find_untold() join bookings b using (id)')).toEqual([
      { name: 'Nina Petrova' },
    ])
    expect(await brokenBy(studio.rows)).toEqual([])
    await studio.close()
  })
})
