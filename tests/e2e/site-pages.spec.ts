import AxeBuilder from '@axe-core/playwright'
import { gzipSync } from 'node:zlib'
import { faq } from '@/lib/content/faq'
import { axeLooks, expect, rewrite, scriptBytes, test } from './fixtures'

test('a missing page is a real 404 that can be read without JavaScript, and its path is logged without its query', async ({
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

test('the 404 page leads home', async ({ page, complaints }) => {
  await page.goto('/nowhere')
  complaints.length = 0 // the browser complains of the 404 itself
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
})

for (const path of ['/', '/about']) {
  test(`${path} can be read without JavaScript`, async ({ otherBrowser }) => {
    const page = await otherBrowser({ javaScriptEnabled: false })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.getByRole('link', { name: 'Start Your Project' }).first()).toBeVisible()
    if (path === '/') {
      await expect(page.getByRole('button', { name: /product|logo strip/ })).toHaveCount(0)
      const [, second = { question: '', answer: '' }] = faq.items
      await page.getByText(second.question).click()
      await expect(page.getByText(second.answer)).toBeVisible()
    } else await expect(page.getByRole('heading', { name: 'Meet the Founders' })).toBeVisible()
  })

  test(`${path} is painted as it is meant to be, whatever becomes of its stylesheet`, async ({ page }) => {
    const asked: string[] = []
    await page.route('**/*.css', (route) => {
      asked.push(route.request().url())
      return route.abort()
    })
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.getByRole('banner')).toHaveCSS('position', 'fixed')
    expect(asked, 'the page carries its styles').toEqual([])
  })

  test(`${path} can be read without its styles: no drawing fills the screen`, async ({ page }) => {
    await rewrite(page, path, (html) => html.replace(/<style>.*?<\/style>/gs, ''))
    await page.goto(path)
    await expect(page.getByRole('banner')).not.toHaveCSS('position', 'fixed')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const widths = await page
      .locator('svg')
      .evaluateAll((drawings) => drawings.map((one) => one.getBoundingClientRect().width))
    expect(Math.max(...widths), 'the widest drawing').toBeLessThanOrEqual(200)
  })

  test(`${path} sends few bytes, asks for few files, and nothing from others`, async ({
    page,
    request,
    baseURL,
  }) => {
    const asked: string[] = []
    page.on('request', (sent) => asked.push(sent.url()))
    await page.goto(path, { waitUntil: 'networkidle' })
    expect(asked.filter((url) => !url.startsWith(baseURL ?? '-') && !url.startsWith('data:'))).toEqual([])
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(12)
    const html = await (await request.get(path)).text()
    expect(await scriptBytes(request, path), 'gzipped JavaScript').toBeLessThanOrEqual(142_000)
    expect(gzipSync(html).length, 'gzipped HTML, with its styles').toBeLessThanOrEqual(42_000)
    expect(await page.context().cookies()).toEqual([])
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
  })

  test(`${path} tells search engines what it is`, async ({ page, request }) => {
    await page.goto(path)
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
    const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
    const graph = (JSON.parse(blocks[0] ?? '') as { '@graph': { '@type': string | string[] }[] })['@graph']
    expect(graph.flatMap((thing) => thing['@type'])).toEqual(
      path === '/'
        ? ['Organization', 'ProfessionalService', 'WebSite', 'FAQPage', 'BreadcrumbList']
        : ['Person', 'Person', 'BreadcrumbList'],
    )
  })
}

for (const path of ['/', '/about', '/booking']) {
  for (const width of [375, 412, 1280]) {
    test(`${path} at ${width} px: every line breaks where it would with the studio’s typeface, while another stands in`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 800 })
      await page.addInitScript(() => {
        const shifts = { sum: 0 }
        Object.assign(window, { shifts })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
            shifts.sum += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
      })
      // What is not swapped in otherwise is swapped in here, so that a line that breaks elsewhere moves what is below it.
      for (const styles of [path, /\.css$/])
        await rewrite(page, styles, (text) => text.replaceAll('font-display:optional', 'font-display:swap'))
      let letThrough = () => {}
      const painted = new Promise<void>((resolve) => (letThrough = resolve))
      await page.route('**/*.woff2', (route) => painted.then(() => route.continue()))
      await page.goto(path, { waitUntil: 'commit' })
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
      letThrough()
      const moved = await page.evaluate(async () => {
        await document.fonts.ready
        // A shift is told with the frame after it.
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
        return (window as unknown as { shifts: { sum: number } }).shifts.sum
      })
      expect(moved, 'share of the screen that moved').toBeLessThan(0.002)
    })
  }
}

for (const path of ['/', '/about', '/booking']) {
  test(`${path} is painted before its scripts run`, async ({ browser, baseURL }) => {
    const page = await browser.newPage({ baseURL })
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('script[src][async]')) return
        window.name = String(performance.now())
        observer.disconnect()
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto(path, { waitUntil: 'networkidle' })
    const { run, painted } = await page.evaluate(() => ({
      run: Number(window.name),
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    }))
    expect(run, 'milliseconds until the scripts').toBeGreaterThanOrEqual(painted ?? NaN)
    await page.close()
  })
}

test('the sitemap lists the public pages, and robots.txt the sitemap', async ({ request }) => {
  const map = await (await request.get('/sitemap.xml')).text()
  const paths = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  expect(paths).toEqual(['/', '/about', '/booking'])
  expect(await (await request.get('/robots.txt')).text()).toMatch(/Sitemap: https?:\/\/\S+\/sitemap\.xml/)
  for (const path of ['/login', '/nowhere'])
    expect(await (await request.get(path)).text()).toContain('noindex')
})

for (const path of ['/', '/about', '/nowhere']) {
  for (const { width, colorScheme } of axeLooks) {
    test(`${path} has no accessibility findings, ${width} px, ${colorScheme}`, async ({
      page,
      complaints,
    }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path)
      const carousel = page.getByRole('group', { name: 'Recent Products' })
      if (path === '/') await carousel.scrollIntoViewIfNeeded()
      if (path === '/') await expect(carousel.getByRole('heading', { level: 3 })).toHaveCount(1)
      const { violations, incomplete } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .analyze()
      const found = [...violations, ...incomplete].flatMap(({ id, nodes }) =>
        nodes.map(({ target }) => `${id} ${target.join(' ')}`),
      )
      expect(found).toEqual([])
      if (path === '/nowhere') complaints.length = 0
    })
  }
}
