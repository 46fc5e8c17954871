import { gzipSync } from 'node:zlib'
import { JSDOM } from 'jsdom'
import { notFoundPage } from '@/lib/content/not-found'
import { scriptBytes } from '../e2e/fixtures'
import { expect, shareStudio, test } from './fixtures'

shareStudio()

test('a missing page is a real 404, readable without JavaScript, and logged without its query', async ({
  request,
  studio,
}) => {
  const response = await request.get('/no/such-page?token=secret')
  expect(response.status()).toBe(404)
  const html = await response.text()
  expect(html).toContain(notFoundPage.title)
  expect(html).toMatch(new RegExp(`<a[^>]*href="/"[^>]*>${notFoundPage.links[0][0]}<`))
  await expect.poll(() => studio.siteLog()).toContain('404 /no/such-page')
  expect(studio.siteLog()).not.toContain('secret')
})

for (const [path, scripts] of [
  ['/', 151_000],
  ['/about', 147_000],
] as const) {
  test(`${path} sends few bytes, and describes itself to search engines`, async ({ request }) => {
    const html = await (await request.get(path)).text()
    expect(await scriptBytes(request, path), 'gzipped JavaScript').toBeLessThanOrEqual(scripts)
    expect(Buffer.byteLength(html), 'HTML').toBeLessThanOrEqual(100_000)

    const { document } = new JSDOM(html).window
    const meta = (name: string) =>
      document.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content') ?? ''
    expect(document.title).toMatch(/^.{1,65}$/)
    expect(meta('description')).toMatch(/^.{1,165}$/)
    expect(meta('robots')).toContain('index, follow')
    const canonical = document.querySelector('link[rel=canonical]')?.getAttribute('href')
    expect(new URL(canonical ?? '').pathname).toBe(path)
    const image = await request.get(new URL(meta('og:image')).pathname)
    expect(image.headers()['content-type']).toBe('image/png')
    expect(meta('twitter:card'), 'the picture is shown large').toBe('summary_large_image')
    const block = document.querySelector('script[type="application/ld+json"]')?.textContent
    const graph = (JSON.parse(block ?? '') as { '@graph': { '@type': string | string[] }[] })['@graph']
    expect(graph.flatMap((thing) => thing['@type'])).toEqual(
      path === '/'
        ? ['Organization', 'ProfessionalService', 'WebSite', 'FAQPage', 'BreadcrumbList']
        : ['BreadcrumbList'], // the founders are samples
    )
  })
}

test('browsers ask for a drawing or picture again after an hour, and get it only if it has changed', async ({
  request,
}) => {
  const pictures = ['/portfolio/tideline.avif', '/portfolio/tideline-phone.avif']
  for (const path of ['/icon.svg', '/chart.svg', '/logo.svg', '/tools.svg', '/water.svg', ...pictures]) {
    const { etag, 'cache-control': kept } = (await request.get(path)).headers()
    expect(kept, path).toBe('public, max-age=3600')
    if (path === '/icon.svg') continue // Next gives its own icon no ETag
    const again = await request.get(path, { headers: { 'if-none-match': etag ?? '' } })
    expect(again.status(), path).toBe(304)
  }
})

test('no public page waits for a stylesheet before its first paint, or is large with its styles', async ({
  request,
}) => {
  const manage = ['/booking/manage/a-link', '/booking/manage/erased']
  for (const path of ['/', '/about', '/start', '/booking', ...manage, '/nowhere']) {
    const html = await (await request.get(path)).text()
    const [head = '', body = ''] = html.split('</head>')
    expect(head, path).not.toContain('rel="stylesheet"')
    // All pages share one file, which does not change under its name.
    const [, file = ''] = /<link rel="stylesheet" href="(\/[^"]+)"\/>/.exec(body) ?? []
    const response = await request.get(file)
    expect(response.headers()['cache-control'], path).toContain('immutable')
    const [styles = ''] = /<style.*<\/style>/s.exec(head) ?? []
    expect(gzipSync(styles, { level: 9 }).length, `${path}: styles in the page`).toBeLessThanOrEqual(6_900)
    expect(gzipSync(html).length, `${path}: the page`).toBeLessThanOrEqual(20_500)
    expect(gzipSync(await response.body(), { level: 9 }).length, 'the file').toBeLessThanOrEqual(12_200)
  }
})

test('the sitemap lists the public pages, and robots.txt the sitemap', async ({ request }) => {
  const map = await (await request.get('/sitemap.xml')).text()
  const paths = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  expect(paths).toEqual(['/', '/about', '/start', '/booking'])
  expect(await (await request.get('/robots.txt')).text()).toMatch(/Sitemap: https?:\/\/\S+\/sitemap\.xml/)
  for (const path of ['/login', '/nowhere'])
    expect(await (await request.get(path)).text()).toContain('noindex')
})

test('a post over an unused connection is not lost: the site keeps it for longer than nginx does', async ({
  request,
}) => {
  const [, seconds] = /timeout=(\d+)/.exec((await request.get('/login')).headers()['keep-alive'] ?? '') ?? []
  expect(Number(seconds)).toBeGreaterThan(60)
})
