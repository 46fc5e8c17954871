import type { TimeSlot } from '@/lib/booking/slots'
import { addDays, dateAt } from '@/lib/dates'
import { expect, shareStudio, test } from './fixtures'

// Every half hour of every day: two months have more rows than the server returns at once.
const aroundTheClock = `
  insert into public.time_slots (start_time, end_time, duration_minutes)
  select time '00:00' + n * interval '30 minutes', time '00:00' + (n + 1) * interval '30 minutes', 30
  from generate_series(0, 46) n on conflict do nothing;
  insert into public.recurring_availability (day_of_week, time_slot_id)
  select day, id from generate_series(0, 6) day cross join public.time_slots on conflict do nothing;`

shareStudio({ sql: aroundTheClock })

test('a studio open around the clock shows the times of the last day, too @full', async ({ request }) => {
  const from = addDays(dateAt(), 1)
  const to = addDays(from, 61)
  // Repeated, because the site keeps what it has read for some seconds.
  await expect(async () => {
    const response = await request.get(`/api/slots?${new URLSearchParams({ from, to })}`)
    const { slots } = (await response.json()) as { slots: TimeSlot[] }
    for (const day of [from, to]) expect(slots.filter(({ date }) => date === day)).toHaveLength(47)
  }).toPass()
})
