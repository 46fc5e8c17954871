import { expect, test } from 'vitest'
import { WeekdayChanged } from '@/lib/availability/weekday-changed'

const kim = { by: 'kim@example.com', at: '2026-11-26T20:00:00+00:00' }
const sam = { by: 'sam@example.com', at: '2026-11-26T20:05:00+00:00' }
const five = { start_time: '17:00', end_time: '17:30' }
const nine = { start_time: '09:00', end_time: '09:30' }

test.each([
  {
    changes: [
      { ...kim, change: 'added', ...five },
      { ...kim, change: 'removed', ...nine },
    ],
    told: 'kim@example.com added 5:00 PM – 5:30 PM, removed 9:00 AM – 9:30 AM (27 Nov 2026, 9:00 AM)',
  },
  {
    changes: [
      { ...kim, change: 'added', ...five },
      { ...sam, change: 'removed', ...nine },
    ],
    told: 'kim@example.com added 5:00 PM – 5:30 PM (27 Nov 2026, 9:00 AM); sam@example.com removed 9:00 AM – 9:30 AM (27 Nov 2026, 9:05 AM)',
  },
  {
    changes: [{ by: null, at: null, change: 'removed', start_time: null, end_time: null }],
    told: 'somebody removed a time that no longer exists',
  },
])('a weekday that others changed: $told', ({ changes, told }) => {
  const error = new WeekdayChanged(4, {
    message: 'weekday_changed',
    details: JSON.stringify({ time_slot_ids: ['a', 'b'], changes }),
  })
  expect(error.message).toBe(
    `Friday is no longer as you opened it: ${told}. Nothing was saved. Look at your times again, then save.`,
  )
  expect([error.title, error.slotIds]).toEqual(['Error saving recurring availability', ['a', 'b']])
})
