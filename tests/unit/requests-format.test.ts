import { describe, expect, test } from 'vitest'
import { formatTimestamp, formatDate, formatTimeRange } from '@/lib/dates'
import { truncate } from '@/app/admin/_requests/list/truncate'

describe('the admin cuts a long text', () => {
  test('the admin’s list cuts a text after a number of characters as people count them', () => {
    expect(truncate('a'.repeat(20), 20)).toBe('a'.repeat(20))
    expect(truncate('a'.repeat(21), 20)).toBe(`${'a'.repeat(20)}…`)
  })
  test('the admin’s list never cuts a text inside an emoji family or an accent', () => {
    expect(truncate('👩‍👩‍👧‍👦'.repeat(21), 20)).toBe(`${'👩‍👩‍👧‍👦'.repeat(20)}…`)
    expect(truncate('e\u0301'.repeat(20), 20)).toBe('e\u0301'.repeat(20))
  })
})

test('the admin’s dates have the year, and times AM or PM, on the studio’s clock', () => {
  expect(formatDate('2026-12-01')).toBe('Tue 1 Dec 2026')
  expect(formatTimeRange('09:00', '12:30')).toBe('9:00 AM – 12:30 PM')
  expect(formatTimestamp('2026-11-20T11:05:00.123456+00:00')).toBe('21 Nov 2026, 12:05 AM')
})
