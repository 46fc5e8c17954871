import { day, says, time } from './booking'
import { expect, shareStudio, test, MONDAY } from './fixtures'

shareStudio({ now: MONDAY })
test.afterEach(({ studio }) => studio.proxy.set('none'))

test('while the backend is away the page says so and offers another way, and names no free time', async ({
  page,
  studio,
  complaints,
}) => {
  // Other faults are in resilience-backend-faults.spec.ts. Each in a month that nobody has looked
  // at: what was read is kept for a moment.
  for (const [fault, month] of [
    ['down', '2027-02'],
    ['html', '2027-06'],
  ] as const) {
    await test.step(fault, async () => {
      studio.proxy.set(fault)
      const ownTry = page.waitForResponse(/api\/slots\?/)
      expect((await page.goto(`/booking?date=${month}-16`))?.status()).toBe(200)
      await ownTry
      await expect(page.getByText(says.none)).toBeVisible()
      await expect(page.getByText('We could not reach our calendar just now.')).toBeVisible()
      await expect(page.getByText(says.contact)).toBeVisible()
      await expect(page.getByRole('main').getByRole('link', { name: /@/ }).first()).toBeVisible()
      expect(await (await page.request.get('/api/slots/next')).json()).toBeNull()
      studio.proxy.set('none')
      await page.getByRole('link', { name: 'Retry' }).click()
      await expect(time(page, '9:00 am')).toBeVisible()
      await expect(page.getByRole('heading', { level: 3 }), 'the link that was pressed is gone').toBeFocused()
    })
  }
  expect(studio.siteLog()).toContain('booking: the open times could not be read.')
  complaints.splice(0)
})

test('times that were read once are there at once, and fresh when the window is looked at again', async ({
  page,
}) => {
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/api/slots') && calls.push(request.url()))
  const own = page.waitForResponse(/\/api\/slots\?from=2026-11-01&to=2026-12-31$/)
  await page.goto('/booking')
  await own
  calls.splice(0)
  await day(page, 'Wednesday 25 November').click()
  await page.getByRole('link', { name: 'Show December 2026' }).click()
  await day(page, 'Tuesday 1 December').click()
  await expect(page.getByRole('heading', { name: 'Tuesday 1 December 2026' })).toBeVisible()
  await expect(time(page, '3:30 pm')).toBeVisible()
  // One call brought this month and the next; what may be asked for is the month after.
  expect(calls.filter((url) => /from=2026-1[12]/.test(url))).toEqual([])
  await Promise.all([
    page.waitForResponse(/\/api\/slots\?from=2026-12-01&to=2027-01-31$/),
    page.evaluate(() => dispatchEvent(new Event('focus'))),
  ])
})

test('a program that asks for free times gets them, and a sentence when it asks for no range', async ({
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
  for (const range of ['', 'from=2026-11-25&to=2026-11-23', 'from=2026-01-01&to=2026-03-04', 'from=x&to=y']) {
    expect((await request.get(`/api/slots?${range}`)).status(), range).toBe(400)
  }
})
