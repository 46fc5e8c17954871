import { describe, expect, test } from 'vitest'
import { visitorTime } from '@/lib/booking/clock'
import { mailHref } from '@/lib/booking/mail'

describe('the visitor’s clock', () => {
  test.each([
    ['America/Los_Angeles', '2026-12-01', '09:00', 'Mon 30 Nov, 12:00 pm'],
    ['Europe/London', '2026-12-01', '09:00', 'Mon 30 Nov, 8:00 pm'],
    ['Pacific/Kiritimati', '2026-12-01', '23:30', 'Wed 2 Dec, 12:30 am'],
    // The studio's clocks went back that morning, London's went forward the week before.
    ['Europe/London', '2027-04-04', '09:00', 'Sat 3 Apr, 10:00 pm'],
    ['Europe/London', '2027-09-26', '09:00', 'Sat 25 Sep, 9:00 pm'],
  ])('in %s says when %s %s is', (zone, date, time, theirs) => {
    expect(visitorTime(date, time, zone)).toBe(theirs)
  })
  test.each(['Pacific/Auckland', 'Antarctica/McMurdo'])(
    'in %s reads like the studio’s and is not repeated',
    (zone) => {
      expect(visitorTime('2026-12-01', '09:00', zone)).toBeNull()
    },
  )
})

test('the e-mail carries what was typed, and cannot be bent into another', () => {
  const time = '2026-12-01 09:00-09:30 3f2504e0-4f89-41d3-9a0c-0305e82c3301'
  const href = mailHref(
    'hello@studio.test',
    {
      name: 'Ana &bcc=x',
      email: 'a@b.co\r\nBcc: y',
      message: 'One & two?\nThree 👍',
      time,
    },
    '2026-11-20',
  )
  const { pathname, searchParams } = new URL(href)
  expect(pathname).toBe('hello@studio.test')
  expect([...searchParams.keys()]).toEqual(['subject', 'body'])
  expect(searchParams.get('body')).toBe(
    'Name: Ana &bcc=x\r\nEmail: a@b.co Bcc: y\r\nDate and time: Tuesday 1 December 2026, 9:00 am NZDT\r\n\r\nOne & two?\nThree 👍',
  )
})
