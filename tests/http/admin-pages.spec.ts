import { addDays, dateAt } from '@/lib/dates'
import { book, client } from '../e2e/admin'
import { adminTest as test, expect, shareStudio } from './fixtures'

shareStudio()

test('an admin reads that nothing can be booked, and why', async ({ request, studio }) => {
  const admin = await client(studio, studio.people.admin)
  const desk = async () => (await (await request.get('/admin')).text()).replaceAll('<!-- -->', '')
  expect(await desk()).not.toContain('Nobody can book')
  await admin
    .from('recurring_availability')
    .update({ is_available: false })
    .gte('day_of_week', 0)
    .throwOnError()
  expect(await desk()).toContain('Nobody can book: every time in the next 14 days is switched off.')
  await admin.from('recurring_availability').delete().gte('day_of_week', 0).throwOnError()
  expect(await desk()).toContain('Nobody can book: no times are set in the next 14 days.')

  const date = addDays(dateAt(), 7)
  const { data: slots } = await admin
    .from('time_slots')
    .select('id')
    .order('start_time')
    .limit(2)
    .throwOnError()
  const times = slots.map(({ id }) => ({ date, time_slot_id: id, is_available: true }))
  await admin.from('availability').insert(times).throwOnError()
  await book(studio, { name: 'Scarce Sefa', date })
  expect(await desk()).toContain('Only 1 time can be booked in the next 14 days (1 taken).')
  await book(studio, { name: 'Scarce Sina', date })
  expect(await desk()).toContain('Nobody can book: every time in the next 14 days is taken.')
})
