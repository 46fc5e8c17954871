import { afterEach, expect, test } from 'vitest'
import { machineZone } from '@/components/use-visitor-zone'
import { visitorTime } from '@/lib/dates'

const before = process.env.TZ
afterEach(() => {
  if (before === undefined) delete process.env.TZ
  else process.env.TZ = before
})

test.each([
  ['Europe/Berlin', 'Mon 30 Nov, 9:00 pm'],
  // A browser returns this zone if the system has none.
  ['Etc/Unknown', null],
  ['Nowhere/At-All', null],
])('a page opens on a machine with the zone %s', (zone, theirs) => {
  process.env.TZ = zone
  const known = machineZone()
  expect(known && visitorTime('2026-12-01', '09:00', known)).toBe(theirs)
})
