import { says } from '../e2e/booking'
import { expect, shareStudio, test, MONDAY } from './fixtures'

shareStudio({
  now: MONDAY,
  sql: `
      delete from public.recurring_availability;
      insert into public.availability (date, time_slot_id, is_available)
      select '2027-02-03', id, true from public.time_slots limit 1;`,
})

test('with nothing free a visitor can write and reads when times may come', async ({ request }) => {
  const open = async (query: string) =>
    (await (await request.get(`/booking${query}`)).text()).replaceAll('<!-- -->', '')
  const none = await open('')
  expect(none).toContain('All our times are taken until Thursday 31 December 2026')
  expect(none).toContain('Later months may have some')
  expect(none).toContain('Write to us')
  expect(none).toContain(says.send)
  const free = await open('?date=2027-02-03')
  expect(free).toContain('value="2027-02-03 09:00-09:30 ')
  expect(free).not.toContain('All our times are taken')
  for (const [date, heading] of [
    ['2027-11-20', 'Saturday 20 November 2027'],
    ['2027-12-01', 'Wednesday 1 December 2027'],
  ]) {
    const html = await open(`?date=${date}`)
    expect(html).toContain(heading)
    expect(html, date).toContain(says.none)
    expect(html, date).not.toContain('All our times are taken')
  }
})
