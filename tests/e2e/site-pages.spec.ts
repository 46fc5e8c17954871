import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { faq } from '@/lib/content/faq'
import { axe, axeLooks, expect, scriptBytes, shareStudio, test } from './fixtures'

shareStudio()

/** The stylesheets that a page's HTML asks for, which hold back its first paint. */
const stylesheets = (html: string) =>
  [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href = '']) => href)

test('a missing page is a real 404, readable without JavaScript, and logged without its query', async ({
  request,
  studio,
}) => {
  const response = await request.get('/no/such-page?token=secret')
  expect(response.status()).toBe(404)
  const html = await response.text()
  expect(html).toContain('Oops! Page not found')
  expect(html).toMatch(/<a[^>]*href="\/"[^>]*>Return to Home</)
  await expect.poll(() => studio.siteLog()).toContain('404 /no/such-page')
  expect(studio.siteLog()).not.toContain('secret')
})

test('/ and /about can be read without JavaScript, and say what is to come', async ({ otherBrowser }) => {
  const page = await otherBrowser({ javaScriptEnabled: false })
  for (const path of ['/', '/about']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.getByRole('link', { name: 'Start Your Project' }).first()).toBeVisible()
    const words = page.getByRole('contentinfo').getByText('(Coming Soon)')
    await expect(words.filter({ visible: true })).toHaveCount(2)
  }
  await expect(page.getByRole('heading', { name: 'Meet the Founders' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: /product|logo strip/ })).toHaveCount(0)
  const [, second = { question: '', answer: '' }] = faq.items
  await page.getByText(second.question).click()
  await expect(page.getByText(second.answer)).toBeVisible()
})

for (const path of ['/', '/about']) {
  test(`${path} can be read without its scripts or styles: no dead button, no drawing over the screen`, async ({
    page,
    complaints,
  }) => {
    await page.route('**/_next/**/*.js', (route) => route.abort())
    await page.goto(path)
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByText('Privacy Policy')).toBeVisible()
    await expect(footer.getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /the logo strip/ })).toHaveCount(0)

    await page.unroute('**/_next/**/*.js')
    await page.route('**/*.css', (route) => route.abort())
    await page.reload()
    await expect(page.getByRole('banner')).not.toHaveCSS('position', 'fixed')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const widths = await page
      .locator('svg')
      .evaluateAll((drawings) => drawings.map((one) => one.getBoundingClientRect().width))
    expect(Math.max(...widths), 'the widest drawing').toBeLessThanOrEqual(200)
    complaints.length = 0 // the browser complains of what it did not get
  })

  test(`${path} sends few bytes, asks nobody else for anything, and tells search engines what it is`, async ({
    page,
    request,
    baseURL,
  }) => {
    const asked: string[] = []
    page.on('request', (sent) => asked.push(sent.url()))
    await page.goto(path, { waitUntil: 'networkidle' })
    expect(asked.filter((url) => !url.startsWith(baseURL ?? '-') && !url.startsWith('data:'))).toEqual([])
    const html = await (await request.get(path)).text()
    expect(await scriptBytes(request, path), 'gzipped JavaScript').toBeLessThanOrEqual(147_000)
    expect(Buffer.byteLength(html), 'HTML').toBeLessThanOrEqual(64 * 1024)
    // With 1.2 KB of headers it is what a new connection carries in its first round trip, 14,600
    // bytes.
    expect(gzipSync(html).length, 'gzipped HTML').toBeLessThanOrEqual(13_400)
    expect(await page.context().cookies()).toEqual([])
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)

    const meta = (name: string) =>
      page.locator(`meta[name="${name}"], meta[property="${name}"]`).first().getAttribute('content')
    expect((await page.title()).length).toBeLessThanOrEqual(65)
    expect((await meta('description'))?.length).toBeLessThanOrEqual(165)
    expect(await meta('robots')).toContain('index, follow')
    expect(new URL((await page.locator('link[rel=canonical]').getAttribute('href')) ?? '').pathname).toBe(
      path,
    )
    const image = await request.get(new URL((await meta('og:image')) ?? '').pathname)
    expect(image.headers()['content-type']).toBe('image/png')
    expect(await meta('twitter:card'), 'the picture is shown large').toBe('summary_large_image')
    const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
    const graph = (JSON.parse(blocks[0] ?? '') as { '@graph': { '@type': string | string[] }[] })['@graph']
    expect(graph.flatMap((thing) => thing['@type'])).toEqual(
      path === '/'
        ? ['Organization', 'ProfessionalService', 'WebSite', 'FAQPage', 'BreadcrumbList']
        : ['Person', 'Person', 'BreadcrumbList'],
    )
  })
}

test('no public page waits for a second stylesheet, nor for one of more than a round trip', async ({
  request,
}) => {
  const [sheet = ''] = stylesheets(await (await request.get('/')).text())
  const manage = ['/booking/manage/a-link', '/booking/manage/erased']
  for (const path of ['/', '/about', '/start', '/booking', ...manage, '/nowhere'])
    expect(stylesheets(await (await request.get(path)).text()), path).toEqual([sheet])
  // What all of them need is in one file: 13.4 KB, where /booking needed two of 15.8 KB in all and
  // the others one of 8.6 KB. With its headers it is still less than the 14,600 bytes of a new
  // connection's first round trip.
  const styles = await (await request.get(sheet)).body()
  expect(gzipSync(styles, { level: 9 }).length, 'gzipped styles').toBeLessThanOrEqual(13_600)
})

for (const path of ['/', '/about', '/booking']) {
  test(`${path}: no line jumps when the studio’s typeface comes, on phones and wide screens`, async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const shifts = { sum: 0 }
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          shifts.sum += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    // What is not swapped in otherwise is swapped in here, so that a line that breaks elsewhere
    // moves what is below it.
    await page.route(/\.css$/, async (route) => {
      const response = await route.fetch()
      const css = (await response.text()).replaceAll('font-display:optional', 'font-display:swap')
      await route.fulfill({ response, body: css })
    })
    for (const width of [375, 412, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      let letThrough = () => {}
      const rendered = new Promise<void>((resolve) => (letThrough = resolve))
      const asked = page.waitForRequest('**/*.woff2')
      await page.route('**/*.woff2', (route) => rendered.then(() => route.continue()))
      await page.goto(path, { waitUntil: 'commit' })
      await asked
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
      letThrough()
      const moved = await page.evaluate(async () => {
        await document.fonts.ready
        // A shift is told with the frame after it.
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
        return (window as unknown as { shifts: { sum: number } }).shifts.sum
      })
      expect(moved, `share of the screen that moved at ${width} px`).toBeLessThan(0.002)
    }
    await page.unrouteAll({ behavior: 'wait' }) // the toasts' stylesheet may still be on its way
  })
}

test('the sitemap lists the public pages, and robots.txt the sitemap', async ({ request }) => {
  const map = await (await request.get('/sitemap.xml')).text()
  const paths = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  expect(paths).toEqual(['/', '/about', '/start', '/booking'])
  expect(await (await request.get('/robots.txt')).text()).toMatch(/Sitemap: https?:\/\/\S+\/sitemap\.xml/)
  for (const path of ['/login', '/nowhere'])
    expect(await (await request.get(path)).text()).toContain('noindex')
})

for (const path of ['/', '/about', '/nowhere']) {
  test(`${path} shuts out nobody with a screen reader, and does not scroll sideways, down to 320 px`, async ({
    page,
    complaints,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(path)
    const carousel = page.getByRole('group', { name: 'Recent Products' })
    if (path === '/') await carousel.scrollIntoViewIfNeeded()
    if (path === '/') await expect(carousel.getByRole('heading', { level: 3 })).toHaveCount(1)
    // The 404 page has one sentence and a link.
    for (const { width, colorScheme } of path === '/nowhere' ? axeLooks.slice(0, 1) : axeLooks) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      const builder = await axe(page)
      const { violations, incomplete } = await builder
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .analyze()
      const found = [...violations, ...incomplete].flatMap(({ id, nodes }) =>
        nodes.map(({ target }) => `${id} ${target.join(' ')}`),
      )
      expect(found, `${width} px, ${colorScheme}`).toEqual([])
    }
    for (const width of [320, 375]) {
      await page.setViewportSize({ width, height: 700 })
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(over, `at ${width} px`).toBeLessThanOrEqual(0)
    }
    if (path !== '/nowhere') return
    complaints.length = 0 // the browser complains of the 404 itself
    await expect(page.getByRole('link')).toHaveText([
      'Return to Home',
      'Packages',
      'About',
      'Book a free call',
    ])
    expect(await typefaceOf(page, 'h1')).toEqual(['Familjen Grotesk'])
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await expect(page).toHaveURL('/')
  })
}

/** The names of the typefaces that the browser writes an element with. */
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
