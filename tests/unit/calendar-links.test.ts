import { expect, test } from 'vitest'
import { calendarLinks } from '@/lib/calendar-links'
import { site } from '@/lib/content/studio'

const call = { date: '2026-12-01', start_time: '09:00', end_time: '09:30' }

test('links to web calendars have a call’s instant, and the location once the call is confirmed', () => {
  const [google, outlook, work] = calendarLinks({
    ...call,
    where: { text: 'Our room', url: 'https://meet.example/a b' },
  }).map(({ href }) => new URL(href))
  expect([google, outlook, work].map((url) => url?.host)).toEqual([
    'calendar.google.com',
    'outlook.live.com',
    'outlook.office.com',
  ])
  expect(Object.fromEntries(google?.searchParams ?? [])).toEqual({
    action: 'TEMPLATE',
    text: `Free call with ${site.name}`,
    dates: '20261130T200000Z/20261130T203000Z',
    details: `Booked at ${site.url}/booking. Need another time? Write to ${site.email}.`,
    location: 'Our room, https://meet.example/a b',
  })
  expect(outlook?.searchParams.get('startdt')).toBe('2026-11-30T20:00:00Z')
  expect(outlook?.searchParams.get('enddt')).toBe('2026-11-30T20:30:00Z')
  expect(outlook?.search, 'Outlook shows a plus sign as one').not.toContain('+')
  expect(work?.search).toBe(outlook?.search)
  expect(
    calendarLinks(call)
      .map(({ href }) => href)
      .join(),
    'before it is confirmed',
  ).not.toContain('location')
})
