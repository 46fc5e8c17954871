import { expectLive } from './admin'
import { read, says } from './booking'
import { expect, shareStudio, signIn, test } from './fixtures'
import { addDays, dateAt } from '@/lib/dates'

// A database that hangs: it accepts every request and sends nothing back.
shareStudio()
test.afterEach(({ studio }) => studio.proxy.set('none'))

test(
  '200 visitors get /booking without its times, and all of every other page; nothing piles up',
  { tag: '@soak' },
  async ({ studio }) => {
    const tomorrow = addDays(dateAt(), 1)
    // Each visitor asks for other days, because visitors of the same days share one request to the database.
    const slots = (n: number) => `/api/slots?from=${addDays(tomorrow, n)}&to=${addDays(tomorrow, n)}`
    const unread = `/booking?date=${addDays(tomorrow, 300)}`
    for (const path of ['/', '/about', '/booking', slots(0)])
      expect((await read(studio, path)).status).toBe(200)
    const before = studio.memory().site

    studio.proxy.set('hang')
    // Only one in ten reads the page, because rendering 200 at once would measure the machine.
    const isPage = (n: number) => n % 10 === 0
    const readers = Array.from({ length: 200 }, (_, n) => read(studio, isPage(n) ? unread : slots(n)))
    await expect.poll(studio.proxy.held, 'requests that wait for the database').toBeGreaterThan(100)
    const still = await Promise.all(['/', '/about'].map((path) => read(studio, path)))
    expect(still.map(({ status }) => status)).toEqual([200, 200])
    expect(studio.proxy.held(), 'requests that still wait when the static pages are there').toBeGreaterThan(0)

    const responses = await Promise.all(readers)
    expect(studio.memory().site - before, 'MB more').toBeLessThan(200)
    for (const [n, { status, text }] of responses.entries()) {
      expect(status).toBe(isPage(n) ? 200 : 503)
      expect(text.includes(isPage(n) ? 'Retry' : 'The times could not be read.')).toBe(true)
    }
    studio.proxy.set('none')
    const isWhole = async () => !(await read(studio, '/booking')).text.includes('Retry')
    await expect.poll(isWhole, 'the page has its times again').toBe(true)
  },
)

test('every read that waits for the database in vain ends with a message @full', async ({ studio }) => {
  studio.proxy.set('hang')
  const later = addDays(dateAt(), 250)
  const reads = [
    [`/booking?date=${later}`, 200, says.unreachable],
    [`/api/slots?from=${later}&to=${later}`, 503, 'The times could not be read.'],
    ['/api/health', 503, 'degraded'],
    ['/login', 200, 'Admin Login'],
  ] as const
  // Runs all reads at once, because each waits only for the database.
  await Promise.all(
    reads.map(async ([path, status, text]) => {
      const response = await read(studio, path)
      expect([path, response.status, response.text]).toEqual([path, status, expect.stringContaining(text)])
    }),
  )
  // The site caches the next time for half a minute, and another test file of this studio may have filled the cache.
  const next = await read(studio, '/api/slots/next')
  expect(next).toEqual({ status: 200, text: expect.stringMatching(/^(null|\{"date":.*\})$/) })
})

test(
  'an admin reads an error, keeps the session and goes on afterwards',
  { tag: '@soak' },
  async ({ page, studio, complaints }) => {
    await signIn(page, studio.people.admin)
    await expectLive(page)
    studio.proxy.set('hang')
    await page.goto('/admin')
    await expect(page.getByText('Failed to load admin data.').first()).toBeVisible()

    // The session's token has expired, so the site also needs the Auth server.
    studio.proxy.set('none')
    await studio.jump(2 * 3_600_000)
    studio.proxy.set('hang')
    await page.goto('/admin')
    await expect(page.getByText('The admin cannot be shown right now')).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/admin')

    studio.proxy.set('none')
    await page.goto('/admin')
    await expectLive(page)
    complaints.length = 0
  },
)
