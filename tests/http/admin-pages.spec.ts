import { JSDOM } from 'jsdom'
import { book, client } from '../e2e/admin'
import { adminTest as test, expect, MONDAY, shareStudio } from './fixtures'

shareStudio({ now: MONDAY })

test('the URL of a missing request, or a cut URL, says so', async ({ request, studio }) => {
  const notice = 'NEXT_HTTP_ERROR_FALLBACK;404' // its words come with a script
  const read = async (id: string) => (await request.get(`/admin/requests/${id}`)).text()
  for (const id of ['00000000-0000-4000-8000-00000000abcd', '00000000-0000'])
    expect(await read(id), id).toContain(notice)
  const { id } = await book(studio, { name: 'Still Here', date: '2026-12-21' })
  expect(await read(id)).toContain('Still Here')
  expect(await read(id)).not.toContain(notice)
})

test('each page of the admin arrives with one amber button at most', async ({ request, studio }) => {
  const { id } = await book(studio, { name: 'Amber Aroha', date: '2026-12-22' })
  const amber = async (path: string) => {
    const { document } = new JSDOM(await (await request.get(path)).text()).window
    return [...document.querySelectorAll('main .button.bg-primary')].map(
      (button) => button.ariaLabel ?? button.textContent,
    )
  }
  expect(await amber('/admin')).toEqual(['Next to answer'])
  expect(await amber(`/admin/requests/${id}`)).toEqual(['Confirm'])
  expect(await amber(`/admin/offers/${id}`)).toEqual(['Send version 1'])
  for (const page of ['/admin/settings', '/admin/offers', '/admin/told'])
    expect(await amber(page)).toEqual([])
})

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

  const date = '2026-11-30'
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
