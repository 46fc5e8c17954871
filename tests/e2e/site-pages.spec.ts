import type { Page } from '@playwright/test'
import { faq } from '@/lib/content/faq'
import { about } from '@/lib/content/about'
import { notFoundPage } from '@/lib/content/not-found'
import { footer } from '@/lib/content/navigation'
import { portfolio } from '@/lib/content/portfolio'
import { sectionLinks } from '@/lib/content/sections'
import { tier } from '../tier'
import { axe, axeFindings, axeLooks, expect, MONDAY, shareStudio, test, holdRequests } from './fixtures'

// On any other day the booking page may open on a date without times.
shareStudio({ now: MONDAY })

const packagesLink = sectionLinks.find(({ section }) => section === 'packages')

test('/ and /about are readable without JavaScript, and lead to the booking page, on a phone too @full', async ({
  otherBrowser,
}) => {
  const page = await otherBrowser({ javaScriptEnabled: false })
  const soon = page
    .getByRole('contentinfo')
    .getByText(`(${footer.comingSoon.message})`)
    .filter({ visible: true })
  await page.goto('/about')
  await expect(page.getByRole('heading', { name: about.foundersTitle })).toBeVisible()
  await page.goto('/#contact')
  await expect(page.locator('#contact'), 'the way to the booking page').toBeInViewport()
  await expect(page.locator('#contact')).toHaveAttribute('href', '/booking')
  await expect(soon).toHaveCount(2)
  await expect(page.getByRole('button', { name: /product|logo strip/ })).toHaveCount(0)
  for (const list of await page.locator('#hero ul').all())
    await expect(list, 'the hero’s drawing is finished').toHaveCSS('opacity', '1')
  const [, second = { question: '', answer: '' }] = faq.items
  await page.getByText(second.question).click()
  await expect(page.getByText(second.answer)).toBeVisible()
  await page.setViewportSize({ width: 375, height: 812 })
  await page.getByRole('button', { name: 'Menu' }).click()
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: packagesLink?.label })
    .click()
  await expect(page).toHaveURL('/#packages')
})

test('/ and /about are readable without scripts or styles: no dead button, no huge drawing @full', async ({
  page,
  complaints,
}) => {
  await page.route('**/_next/**/*.js', (route) => route.abort())
  await page.goto('/')
  const within = page.getByRole('contentinfo')
  await expect(within.getByText(footer.comingSoon.labels[0] ?? '-')).toBeVisible()
  await expect(within.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /the logo strip/ })).toHaveCount(0)

  await page.unroute('**/_next/**/*.js')
  await page.route('**/*.css', (route) => route.abort())
  for (const path of ['/', '/about']) {
    await page.route(path, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replace(/<style.*?<\/style>/s, '') })
    })
    await page.goto(path)
    await expect(page.getByRole('banner')).not.toHaveCSS('position', 'fixed')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const widths = await page
      .locator('svg')
      .evaluateAll((drawings) => drawings.map((one) => one.getBoundingClientRect().width))
    expect(Math.max(...widths), 'the widest drawing').toBeLessThanOrEqual(200)
  }
  complaints.length = 0 // the browser logs the missing files
})

test('no bold text is between 14.5 and 16 px, where the dot of an i merges with its stem @full', async ({
  page,
}) => {
  const answers = 'who=people&first=few-things'
  const result = `${answers}&pay=outside&ai=later&have=prototype&after=updates`
  for (const path of [
    '/',
    '/about',
    '/start',
    `/start?${answers}`,
    `/start?${result}`,
    '/booking',
    '/login',
  ]) {
    await page.goto(path)
    // On wide screens all text is larger.
    for (const width of [375, 768, 1280, 1600]) {
      await page.setViewportSize({ width, height: 800 })
      const merging = await page.evaluate(() =>
        [...document.querySelectorAll('body *')].flatMap((element) => {
          const { fontSize, fontWeight } = getComputedStyle(element)
          const isText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim())
          const merges =
            Number(fontWeight) >= 500 && parseFloat(fontSize) > 14.5 && parseFloat(fontSize) <= 16
          return isText && merges && element.checkVisibility() ? [element.textContent] : []
        }),
      )
      expect(merging, `${path} at ${width} px`).toEqual([])
    }
  }
})

test('on paper nothing lies over a price or an answer, and no question hides its answer @full', async ({
  page,
}) => {
  for (const path of ['/', '/start?who=people&first=few-things', '/booking?date=2026-11-25']) {
    await page.goto(path)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const floating = await page.evaluate(() =>
      [...document.querySelectorAll('body *')].flatMap((element) => {
        const isOver = ['fixed', 'sticky'].includes(getComputedStyle(element).position)
        return isOver && element.checkVisibility() && element.textContent ? [element.textContent] : []
      }),
    )
    expect(floating, path).toEqual([])
    if (path === '/') for (const { answer } of faq.items) await expect(page.getByText(answer)).toBeVisible()
    await page.emulateMedia({ media: null, colorScheme: null })
  }
})

test('no line jumps when the studio’s typeface loads, on phones and wide screens @full', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        shifts.sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  // Forces every font to swap in, so that a line that wraps differently moves the rest.
  await page.route(/\/(about|booking)?$/, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll('font-display:optional', 'font-display:swap')
    await route.fulfill({ response, body })
  })
  const all = ['/', '/about', '/booking'].flatMap((path) =>
    [375, 412, 1280].map((width) => [path, width] as const),
  )
  const some = [
    ['/', 375],
    ['/booking', 1280],
  ] as const
  for (const [path, width] of process.env.SOAK ? all : some) {
    await page.setViewportSize({ width, height: 800 })
    const asked = page.waitForRequest('**/*.woff2')
    const letThrough = await holdRequests(page, '**/*.woff2')
    await page.goto(path, { waitUntil: 'commit' })
    await asked
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    letThrough()
    const moved = await page.evaluate(async () => {
      await document.fonts.ready
      // The browser reports a shift in the frame after it.
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
      return (window as unknown as { shifts: { sum: number } }).shifts.sum
    })
    expect(moved, `share of ${path} that moved at ${width} px`).toBeLessThan(0.002)
  }
})

test('no word moves when the scripts come, although the typeface came after the first paint @full', async ({
  otherBrowser,
}) => {
  const page = await otherBrowser({ viewport: { width: 1280, height: 800 }, timezoneId: 'Europe/London' })
  const typeface = await holdRequests(page, '**/*.woff2')
  const scripts = await holdRequests(page, '**/*.js')
  await page.goto('/booking', { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  typeface()
  await page.evaluate(() => document.fonts.ready)
  const link = page.getByRole('banner').getByRole('link', { name: 'Home', exact: true })
  const place = await link.boundingBox()
  scripts()
  const clock = page.getByText('your time').filter({ visible: true })
  await expect(clock.first(), 'the scripts have run').toBeVisible()
  expect(await link.boundingBox()).toEqual(place)
})

test('every public page works with a screen reader, fits 320 px and contacts no other host @looks', async ({
  page,
  baseURL,
  complaints,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const asked: string[] = []
  page.on('request', (sent) => asked.push(sent.url()))
  for (const [at, path] of ['/', '/about', '/nowhere'].entries())
    await test.step(path, async () => {
      await page.goto(path, { waitUntil: 'networkidle' })
      const carousel = page.getByRole('group', { name: portfolio.title })
      if (path === '/') await carousel.scrollIntoViewIfNeeded()
      if (path === '/') await expect(carousel.getByRole('heading', { level: 3 })).toHaveCount(1)
      // Checks each width and each scheme on one page, except in a soak.
      // The 404 page has a sentence, links, and the usual header and footer.
      const looks = path === '/nowhere' ? [] : tier === 'quick' ? axeLooks : axeLooks.slice(at, at + 1)
      for (const { width, colorScheme } of process.env.SOAK ? axeLooks : looks) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 900 })
        const builder = await axe(page)
        const results = await builder
          .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
          .analyze()
        expect(axeFindings(results), `${width} px, ${colorScheme}`).toEqual([])
      }
      await page.setViewportSize({ width: 320, height: 700 })
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(over, 'at 320 px').toBeLessThanOrEqual(0)
    })
  complaints.length = 0 // the browser logs the 404 itself
  expect(asked.filter((url) => !url.startsWith(baseURL ?? '-') && !url.startsWith('data:'))).toEqual([])
  expect(await page.context().cookies()).toEqual([])
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)

  await expect(page.getByRole('link')).toHaveText(notFoundPage.links.map(([label]) => label))
  expect(await typefaceOf(page, 'h1')).toEqual(['Familjen Grotesk'])
  await page.getByRole('link', { name: notFoundPage.links[0][0] }).click()
  await expect(page).toHaveURL('/')
})

/** The names of the typefaces that the browser uses for an element. */
async function typefaceOf(page: Page, selector: string): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready)
  const browser = await page.context().newCDPSession(page)
  await browser.send('DOM.enable')
  await browser.send('CSS.enable')
  const { root } = await browser.send('DOM.getDocument')
  const { nodeId } = await browser.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await browser.send('CSS.getPlatformFontsForNode', { nodeId })
  return fonts.map(({ familyName }) => familyName)
}
