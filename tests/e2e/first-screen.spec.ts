import type { Page } from '@playwright/test'
import { about } from '@/lib/content/about'
import { booking } from '@/lib/content/booking'
import { tier } from '../tier'
import { expect, MONDAY, shareStudio, test } from './fixtures'

shareStudio({ now: MONDAY })

const screens = [
  { width: 375, height: 667 },
  { width: 1280, height: 800 },
  ...(tier === 'quick'
    ? []
    : [
        { width: 768, height: 1024 },
        { width: 1920, height: 1080 },
      ]),
]
const schemes = tier === 'quick' ? (['light'] as const) : (['light', 'dark'] as const)

for (const path of ['/', '/about', '/booking', '/start'])
  // @looks: a phone and a laptop in both tiers, all screens and schemes in the full tier only.
  test(`the first screen of ${path} is complete before the file with the other styles comes @looks`, async ({
    complaints,
    otherBrowser,
  }) => {
    for (const viewport of screens)
      for (const colorScheme of schemes) {
        const open = async () => {
          const page = await otherBrowser({ viewport, colorScheme, reducedMotion: 'reduce' })
          // Scripts change a page after its first paint, so they stay away.
          await page.route('**/*.js', (route) => route.abort())
          // The browser leaves out a typeface that comes later than the first paint.
          await page.route(path, async (route) => {
            const response = await route.fetch()
            const body = (await response.text()).replaceAll('font-display:optional', 'font-display:block')
            await route.fulfill({ response, body })
          })
          return page
        }
        const finished = await open()
        await finished.goto(path, { waitUntil: 'load' })

        const early = await open()
        await early.route('**/rest.built.*.css', () => {})
        await early.goto(path, { waitUntil: 'commit' })
        await expect(early.getByRole('heading', { level: 1 })).toBeVisible()
        await expect
          .poll(
            async () => (await look(early)) === (await look(finished)),
            `${viewport.width} ${colorScheme}`,
          )
          .toBe(true)
        await expect(early.getByRole('contentinfo'), 'what stands below').not.toBeAttached()
        await Promise.all([early, finished].map((page) => page.context().close()))
      }
    complaints.length = 0 // the browser logs the missing scripts
  })

test('a page that opens in the same document, and Back, have the other styles too', async ({ page }) => {
  /** The height of the footer: without its styles its lists stand below one another. */
  const height = () =>
    page.getByRole('contentinfo').evaluate((footer) => Math.round(footer.getBoundingClientRect().height))
  await page.goto('/about')
  const styled = await height()
  await page.goto('/')
  expect(await height()).toBe(styled)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  for (const [link, heading] of [
    ['About', about.title],
    ['Get Started', booking.title],
  ] as const) {
    await page.getByRole('banner').getByRole('link', { name: link, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect.poll(height, `after a press on ${link}`).toBe(styled)
  }
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: about.title })).toBeVisible()
  await expect.poll(height, 'after Back').toBe(styled)
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

/** What the page shows now. Playwright's own screenshot would wait for the styles. */
async function look(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot')
  await session.detach()
  return data
}
