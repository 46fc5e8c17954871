import { describe, expect, test } from 'vitest'
import { visitorTime } from '@/lib/dates'

describe('the visitor’s clock', () => {
  test.each([
    ['America/Los_Angeles', '2026-12-01', '09:00', 'Mon 30 Nov, 12:00 pm'],
    ['Europe/London', '2026-12-01', '09:00', 'Mon 30 Nov, 8:00 pm'],
    ['Pacific/Kiritimati', '2026-12-01', '23:30', 'Wed 2 Dec, 12:30 am'],
    // In Pago Pago it is the same hour, a day earlier.
    ['Pacific/Pago_Pago', '2026-12-01', '09:00', 'Mon 30 Nov, 9:00 am'],
    // The studio's clocks go back that morning; London's clocks went forward the week before.
    ['Europe/London', '2027-04-04', '09:00', 'Sat 3 Apr, 10:00 pm'],
    ['Europe/London', '2027-09-26', '09:00', 'Sat 25 Sep, 9:00 pm'],
    ['Pacific/Kiritimati', '2027-04-04', '09:00', 'Sun 4 Apr, 11:00 am'],
    ['Pacific/Kiritimati', '2027-09-26', '09:00', 'Sun 26 Sep, 10:00 am'],
  ])('in %s shows the studio’s %s %s', (zone, date, time, theirs) => {
    expect(visitorTime(date, time, zone)).toBe(theirs)
  })
  test.each(['Pacific/Auckland', 'Antarctica/McMurdo'])(
    'in %s equals the studio’s, so the page does not repeat it',
    (zone) => {
      expect(visitorTime('2026-12-01', '09:00', zone)).toBeNull()
    },
  )
})
