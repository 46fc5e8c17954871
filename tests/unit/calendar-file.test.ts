import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { type CalendarCall, calendarFile } from '@/lib/booking/calendar-file'
import { site } from '@/lib/content/studio'
import { readEvent as read } from '../read-calendar'

const call: CalendarCall = {
  id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  date: '2026-12-01',
  start_time: '09:00',
  end_time: '09:30',
  status: 'pending',
  sequence: 0,
}
const room = { location: 'Our video room', url: 'https://meet.example/call' }
const visitor = { name: 'Zoë "Z"; O’Neil,\r\nATTENDEE:mailto:x@evil.example', email: 'zoe@example.com' }
const now = new Date('2026-11-20T01:02:03Z')

function iso(at: Date | undefined): string | undefined {
  return at && new Date(at).toISOString()
}

/** The names of the properties and components of a file's first event. */
function names(file: string): string[] {
  const [event] = new ICAL.Component(ICAL.parse(file)).getAllSubcomponents('vevent')
  return [...(event?.getAllProperties() ?? []), ...(event?.getAllSubcomponents() ?? [])].map(
    (part) => part.name,
  )
}

test('a calendar shows the call at its time, in winter and in summer', () => {
  const event = read(calendarFile(call, 'PUBLISH', undefined, now))
  expect([event.start, event.end, event.dtstamp].map(iso)).toEqual([
    '2026-11-30T20:00:00.000Z',
    '2026-11-30T20:30:00.000Z',
    '2026-11-20T01:02:03.000Z',
  ])
  const winter = read(calendarFile({ ...call, date: '2027-07-01' }, 'PUBLISH'))
  expect(iso(winter.start)).toBe('2027-06-30T21:00:00.000Z')
})

test('the files of a booking’s states are the same event, each with a higher SEQUENCE and its status', () => {
  const states = (['pending', 'confirmed', 'cancelled'] as const).map((status, sequence) =>
    read(calendarFile({ ...call, status, sequence }, 'PUBLISH')),
  )
  expect(new Set(states.map((event) => event.uid))).toEqual(
    new Set([`${call.id}@${new URL(site.url).hostname}`]),
  )
  expect(states.map((event) => Number(event.sequence))).toEqual([0, 1, 2])
  expect(states.map((event) => event.status)).toEqual(['TENTATIVE', 'CONFIRMED', 'CANCELLED'])
})

test('a downloaded calendar file names the organiser and nobody else', () => {
  const file = calendarFile(call, 'PUBLISH', visitor)
  expect(read(file)).toMatchObject({
    method: 'PUBLISH',
    organizer: { params: { CN: site.name }, val: `mailto:${site.email}` },
  })
  expect(file).not.toContain('zoe@example.com')
  expect(names(file)).toContain('valarm')
})

test('a mailed invitation and its cancellation name the organiser and only the call’s visitor', () => {
  for (const method of ['REQUEST', 'CANCEL'] as const) {
    const file = calendarFile({ ...call, sequence: 3 }, method, visitor)
    const event = read(file)
    expect(event).toMatchObject({
      method,
      status: method === 'CANCEL' ? 'CANCELLED' : 'TENTATIVE',
      organizer: { val: `mailto:${site.email}` },
      attendee: { val: 'mailto:zoe@example.com' },
    })
    expect(names(file).filter((name) => name === 'attendee')).toHaveLength(1)
    expect(names(file).includes('valarm')).toBe(method === 'REQUEST')
  }
})

test('an odd e-mail address adds no second attendee to the invitation', () => {
  const email = 'kim?cc=evil%40evil.example&x@example.com'
  const attendee = read(calendarFile(call, 'REQUEST', { name: 'Kim', email })).attendee as { val: string }
  const { pathname, search } = new URL(attendee.val)
  expect([decodeURIComponent(pathname), search]).toEqual([email, ''])
})

test('only the calendar file of a confirmed call has the location', () => {
  const confirmed = read(calendarFile({ ...call, ...room, status: 'confirmed' }, 'PUBLISH'))
  expect(confirmed).toMatchObject({ location: 'Our video room, https://meet.example/call', url: room.url })
  for (const status of ['pending', 'cancelled'] as const)
    expect(calendarFile({ ...call, ...room, status }, 'REQUEST', visitor)).not.toContain('meet.example')
  expect(calendarFile({ ...call, ...room, status: 'confirmed' }, 'CANCEL', visitor)).not.toContain(
    'meet.example',
  )
})

test('calendars can read files with any name and location: CRLF, lines of at most 75 bytes', () => {
  const file = calendarFile(
    { ...call, status: 'confirmed', location: `Café; room 4, \\ ${'é'.repeat(120)}` },
    'REQUEST',
    visitor,
  )
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75)
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(read(file).location).toBe(`Café; room 4, \\ ${'é'.repeat(120)}`)
})
