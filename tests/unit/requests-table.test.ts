import { describe, expect, test } from 'vitest'
import { createdText, dateText, timeText } from '@/lib/admin-format'
import type { AdminRequest } from '@/lib/requests/request'
import { searchWords, tableRows, truncate } from '@/lib/requests/table'

const inquiry: AdminRequest = {
  type: 'inquiry',
  id: '1',
  name: 'Mere Tūhoe',
  email: 'mere@example.org',
  message: 'Kia ora koutou',
  status: 'new',
  createdAt: '2026-11-20T11:05:00.1+00:00',
}
const booking: AdminRequest = {
  ...inquiry,
  type: 'booking',
  id: '2',
  status: 'pending',
  date: '2026-12-01',
  startTime: '13:00',
  endTime: '13:30',
}

function found(request: AdminRequest, query: string) {
  const row = tableRows([request])[0]
  return searchWords(query).every((word) => row?.search.includes(word))
}

describe('the admin finds a record', () => {
  test.each([
    ['its name without the macron, in capitals', 'TUHOE'],
    ['its name with the macron written as two characters', 'Tu\u0304hoe'],
    ['its e-mail', 'mere@'],
    ['its message', 'koutou'],
    ['its status', 'pending'],
    ['its type', 'booking'],
    ['its date as shown', 'Tue 1 Dec 2026'],
    ['its time as shown', '1:00 PM'],
    ['words from several fields, in any order', 'koutou pending mere'],
  ])('by %s', (_, query) => expect(found(booking, query)).toBe(true))

  test('but not by words of which one is nowhere', () => {
    expect(found(booking, 'mere confirmed')).toBe(false)
    expect(found(inquiry, '1:00 PM')).toBe(false)
  })
})

test('rows come newest first, whatever order they were read in and however precise their instants are', () => {
  const at = (id: string, createdAt: string) => ({ ...inquiry, id, createdAt })
  const rows = tableRows([
    at('old', '2026-11-20T11:05:00+00:00'),
    at('newest', '2026-11-20T11:05:01+00:00'),
    at('newer', '2026-11-20T11:05:00.000001+00:00'),
  ])
  expect(rows.map((row) => row.request.id)).toEqual(['newest', 'newer', 'old'])
})

test('a record without a date or a message has no key to sort by, so that it goes last', () => {
  const [row] = tableRows([{ ...inquiry, message: null }])
  expect(row?.sort).toMatchObject({
    date: undefined,
    time: undefined,
    message: undefined,
    name: 'mere tuhoe',
  })
})

describe('a long text is cut', () => {
  test('after so many characters as people count them', () => {
    expect(truncate('a'.repeat(20), 20)).toBe('a'.repeat(20))
    expect(truncate('a'.repeat(21), 20)).toBe(`${'a'.repeat(20)}…`)
  })
  test('never inside an emoji family or an accent', () => {
    expect(truncate('👩‍👩‍👧‍👦'.repeat(21), 20)).toBe(`${'👩‍👩‍👧‍👦'.repeat(20)}…`)
    expect(truncate('e\u0301'.repeat(20), 20)).toBe('e\u0301'.repeat(20))
  })
})

test('dates carry their year and times AM or PM, on the studio’s clock', () => {
  expect(dateText('2026-12-01')).toBe('Tue 1 Dec 2026')
  expect(timeText('09:00', '12:30')).toBe('9:00 AM – 12:30 PM')
  expect(createdText('2026-11-20T11:05:00.123456+00:00')).toBe('21 Nov 2026, 12:05 AM')
})
