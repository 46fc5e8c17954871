import { expect, test } from 'vitest'
import { inviteFile } from '@/lib/booking/invite'

const call = {
  id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  date: '2026-12-01',
  start_time: '09:00',
  end_time: '09:30',
}
const file = inviteFile(call, new Date('2026-11-20T01:02:03Z'))
const lines = file.replace(/\r\n /g, '').split('\r\n')

test('the call stands at its instant in UTC, winter and summer', () => {
  expect(lines).toEqual(
    expect.arrayContaining([
      'DTSTART:20261130T200000Z',
      'DTEND:20261130T203000Z',
      'DTSTAMP:20261120T010203Z',
    ]),
  )
  expect(inviteFile({ ...call, date: '2027-07-01' })).toContain('DTSTART:20270630T210000Z')
})

test('calendars can read it: one event with a reminder, CRLF line ends, no line longer than 75 bytes', () => {
  expect(file.endsWith('END:VEVENT\r\nEND:VCALENDAR\r\n')).toBe(true)
  expect(lines.filter((line) => line.startsWith('BEGIN:'))).toEqual([
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'BEGIN:VALARM',
  ])
  expect(lines).toEqual(expect.arrayContaining(['VERSION:2.0', 'ACTION:DISPLAY', 'TRIGGER:-PT15M']))
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75)
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
})

test('a second download replaces the first', () => {
  const uid = (text: string) => /UID:(\S+)/.exec(text)?.[1]
  expect(uid(file)).toMatch(/^3f2504e0-4f89-41d3-9a0c-0305e82c3301@/)
  expect(uid(inviteFile(call))).toBe(uid(file))
})
