import { encodeSlot } from '@/lib/booking/slots'
import { says } from '../e2e/booking'
import { scriptBytes } from '../e2e/fixtures'
import { postForm, readForm } from '../native-form'
import { expect, MONDAY, shareStudio, test } from './fixtures'

shareStudio({ now: MONDAY })

test('the first response has tomorrow’s times, and junk in the URL changes nothing', async ({ request }) => {
  for (const query of ['', '?date=junk&slot=1&step=7', '?date=2026-02-30&date=x', '?step[]=2']) {
    const html = await (await request.get(`/booking${query}`)).text()
    expect(html, query).toContain('Tuesday 24 November 2026')
    expect(html, query).toContain('value="2026-11-24 15:30-16:00 ')
    expect(html).not.toContain(says.loading)
  }
  expect(await scriptBytes(request, '/booking'), 'its scripts, gzipped').toBeLessThanOrEqual(180_000)
})

test('a phone gets the free times compressed', async ({ request }) => {
  for (const path of ['/api/slots?from=2026-11-23&to=2026-12-23', '/api/slots/next'])
    expect((await request.get(path)).headers()['content-encoding'], path).toBe('gzip')
})

test('a program that asks for free times gets them, or a sentence if its range is wrong or absurd', async ({
  request,
}) => {
  const response = await request.get('/api/slots?from=2026-11-23&to=2026-11-25')
  expect(response.headers()['cache-control']).toMatch(/s-maxage=5, stale-while-revalidate=\d+/)
  const { today, slots } = await response.json()
  expect(today).toBe('2026-11-23')
  expect(slots[0]).toEqual({
    date: '2026-11-24',
    id: expect.any(String),
    start_time: '09:00',
    end_time: '09:30',
  })
  expect(slots.filter(({ date }: { date: string }) => date === '2026-11-24')).toHaveLength(12)
  for (const range of [
    ...['', 'from=2026-11-25&to=2026-11-23', 'from=2026-01-01&to=2026-03-04', 'from=x&to=y'],
    ...['from=9999-10-31&to=9999-12-31', 'from=9999-12-31&to=9999-12-31', 'from=0000-01-01&to=0000-02-28'],
    ...['from=0001-01-01&to=9999-12-31', 'from=2199-12-01&to=2200-01-31'],
  ]) {
    const refused = await request.get(`/api/slots?${range}`)
    expect(refused.status(), range).toBe(400)
    expect(await refused.text(), range).toContain('from a month ago to 13 months ahead')
  }
  for (const range of ['from=2026-10-23&to=2026-12-23', 'from=2027-11-23&to=2028-01-23'])
    expect((await request.get(`/api/slots?${range}`)).status(), range).toBe(200)
})

test('a time that is not offered, or an absurd date, gets a sentence, and the site goes on', async ({
  studio,
  request,
}) => {
  const url = `${studio.url}/booking?date=2026-12-01`
  const { fields } = await readForm(url)
  const post = (time: string) =>
    postForm(url, fields, [
      ['time', time],
      ['name', 'Ana'],
      ['email', 'crafted@example.com'],
    ])
  const made = { id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', start_time: '03:00', end_time: '03:30' }
  const { alert } = await post(encodeSlot({ ...made, date: '2026-12-01' }))
  expect(alert).toContain(says.bookingFailed)
  expect(alert).toContain('That time is no longer offered.')
  expect(alert).toContain('Tue 1 Dec 9:00 am')

  for (const date of ['9999-11-30', '0001-01-01', '2028-01-20']) {
    const response = await post(encodeSlot({ ...made, date }))
    expect(response.status, date).toBe(200)
    expect(response.alert, date).toContain(says.pickBoth)
    expect((await request.get('/api/health')).status(), date).toBe(200)
  }
})
