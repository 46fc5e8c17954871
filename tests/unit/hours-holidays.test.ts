import { expect, test } from 'vitest'
import { closedRanges } from '@/app/admin/_hours/closed-ranges'
import { listHolidays } from '@/lib/holidays'

test('the admin’s list has twelve months of public holidays in Wellington, also on observed days', () => {
  expect(listHolidays('2026-12-26').map(({ date, name }) => `${date} ${name}`)).toEqual([
    '2026-12-26 Boxing Day',
    '2026-12-28 Boxing Day (observed)',
    "2027-01-01 New Year's Day",
    "2027-01-02 Day after New Year's Day",
    "2027-01-04 Day after New Year's Day (observed)",
    '2027-01-25 Wellington Anniversary Day',
    '2027-02-06 Waitangi Day',
    '2027-02-08 Waitangi Day (observed)',
    '2027-03-26 Good Friday',
    '2027-03-29 Easter Monday',
    '2027-04-25 ANZAC Day',
    '2027-04-26 ANZAC Day (observed)',
    "2027-06-07 King's Birthday",
    '2027-06-25 Matariki',
    '2027-10-25 Labour Day',
    '2027-12-25 Christmas Day',
    '2027-12-26 Boxing Day',
  ])
})

test('consecutive closed dates with the same reason are shown as one range', () => {
  const closed = (date: string, reason: string | null) => ({ date, reason })
  const run = (from: string, to: string, reason: string | null) => ({ from, to, reason })
  const break31 = closed('2026-12-31', 'Break')
  expect(
    closedRanges([
      break31,
      closed('2027-01-01', 'Break'),
      closed('2027-01-02', null),
      closed('2027-01-04', null),
    ]),
  ).toEqual([
    run('2026-12-31', '2027-01-01', 'Break'),
    run('2027-01-02', '2027-01-02', null),
    run('2027-01-04', '2027-01-04', null),
  ])
})
