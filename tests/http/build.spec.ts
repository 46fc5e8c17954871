import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { calendar, event, NOW } from '../unit/calendars/files'
import { expect, shareStudio, test } from './fixtures'

shareStudio()

test('the marketing pages stay static: they are in the prerender manifest and never expire', () => {
  const { routes } = JSON.parse(readFileSync('.next/prerender-manifest.json', 'utf8')) as {
    routes: Record<string, { initialRevalidateSeconds: number | false }>
  }
  for (const page of ['/', '/about']) {
    expect(routes[page], `${page} is rendered again for every visitor`).toMatchObject({
      initialRevalidateSeconds: false,
    })
  }
})

test('a deploy of only the files that Next traced can read a founder’s calendar', () => {
  const traces = readdirSync('.next/server', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.nft.json'))
    .map((file) => join('.next/server', file))
    .filter((file) => readFileSync(file, 'utf8').includes('/read-calendar.mjs"'))
  expect(traces.map((file) => relative('.next/server/app', file)).toSorted()).toEqual([
    'admin/settings/page.js.nft.json',
    'api/tasks/route.js.nft.json',
  ])
  for (const trace of traces) {
    const folder = mkdtempSync(join(tmpdir(), 'studio-traced-'))
    const { files } = JSON.parse(readFileSync(trace, 'utf8')) as { files: string[] }
    for (const file of files.map((name) => join(dirname(trace), name))) cpSync(file, join(folder, file))
    const options = { now: NOW, zone: 'Pacific/Auckland', ownHost: 'studio.example', allDay: true }
    const input = calendar(
      event(
        'DTSTART;TZID=New Zealand Standard Time:20261203T090000',
        'DURATION:PT1H',
        'RRULE:FREQ=DAILY;COUNT=2',
      ),
    )
    const read = ['scripts/read-calendar.mjs', 'stdin', JSON.stringify(options)]
    const result = execFileSync(process.execPath, read, { cwd: folder, encoding: 'utf8', input })
    expect(JSON.parse(result), trace).toMatchObject({ busy: [{}, {}], unread: { count: 0 } })
    rmSync(folder, { recursive: true })
  }
})

test('the build of a real site has nothing of the demo', () => {
  for (const folder of ['.next/server', '.next/static'])
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (/\.(js|html|rsc|css)$/.test(file))
        expect(readFileSync(join(folder, file), 'utf8'), file).not.toMatch(/A demo: this studio|STUDIO_DEMO/)
})

test('browsers download no source map, no secret and no tool', ({ studio }) => {
  const files = readdirSync('.next/static', { recursive: true, encoding: 'utf8' })
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([])
  const forbidden = [
    studio.secretKey,
    studio.publishableKey,
    'sb_secret_',
    'SUPABASE_',
    'service_role',
    'pglite',
    process.cwd(),
  ]
  for (const file of files.filter((name) => name.endsWith('.js'))) {
    const text = readFileSync(join('.next/static', file), 'utf8')
    expect(
      forbidden.filter((word) => text.includes(word)),
      file,
    ).toEqual([])
  }
})

test('every page has a Content-Security-Policy, also those rendered on request', async ({ request }) => {
  const routes = JSON.parse(readFileSync('.next/app-path-routes-manifest.json', 'utf8')) as Record<
    string,
    string
  >
  const pages = Object.entries(routes).filter(
    ([entry, path]) => entry.endsWith('/page') && !path.startsWith('/_'),
  )
  for (const [, path] of pages) {
    const response = await request.get(path, { maxRedirects: 0 })
    expect(response.headers()['content-security-policy'], `${path} has no policy`).toBeDefined()
  }
})

test('pages have the security headers; behind https they ask browsers to stay on https', async ({
  request,
}) => {
  const links = ['/booking/manage/erased', '/booking/manage/x/y', '/booking/manage/erased/x', '/offer/x']
  for (const path of ['/', '/about', '/start', '/booking', '/login', '/nowhere', '/api/health', ...links]) {
    const headers = (await request.get(path)).headers()
    const referrer = links.includes(path)
      ? /^strict-origin(-when-cross-origin)?$/
      : /^strict-origin-when-cross-origin$/
    expect(headers, path).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': expect.stringMatching(referrer),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers, 'HSTS is for https only').not.toHaveProperty('strict-transport-security')
    if (path.startsWith('/api')) continue
    const policy = headers['content-security-policy'] ?? ''
    expect(policy, path).toMatch(/script-src 'self' '(nonce|sha256)-/)
    expect(policy.match(/script-src [^;]*/)?.[0], path).not.toMatch(/unsafe/)
    for (const name of ['default-src', 'frame-ancestors', 'base-uri', 'object-src'])
      expect(policy, path).toContain(`${name} 'none'`)
    for (const name of ['form-action', 'connect-src']) expect(policy, path).toContain(`${name} 'self'`)
  }
  const response = await request.get('/', { headers: { 'x-forwarded-proto': 'https' } })
  expect(response.headers()['strict-transport-security']).toMatch(/max-age=63072000/)
})

test('scripts, styles and fonts have the security headers that apply to them, and no others', async ({
  request,
}) => {
  const files = readdirSync('.next/static', { recursive: true, encoding: 'utf8' })
  for (const type of ['.js', '.css', '.woff2']) {
    const file = files.find((name) => name.endsWith(type))
    const response = await request.get(`/_next/static/${file}`, { headers: { 'x-forwarded-proto': 'https' } })
    expect(response.status(), file).toBe(200)
    const headers = response.headers()
    expect(headers, file).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': expect.stringContaining('immutable'),
    })
    for (const name of [
      'referrer-policy',
      'cross-origin-opener-policy',
      'permissions-policy',
      'x-frame-options',
      'strict-transport-security',
    ])
      expect(headers, file).not.toHaveProperty(name)
  }
})

test('tabs, home screens and browsers that know only /favicon.ico get the studio’s icon', async ({
  request,
}) => {
  const html = await (await request.get('/')).text()
  const tags = html.match(/<link rel="(icon|apple-touch-icon)"[^>]*>/g) ?? []
  const linked = tags.map((tag) => /href="([^"]+)"/.exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? '')
  expect(linked).toHaveLength(2)
  const manifest = (await (await request.get('/manifest.webmanifest')).json()) as { icons: { src: string }[] }
  for (const path of ['/favicon.ico', ...linked, ...manifest.icons.map(({ src }) => src)]) {
    const response = await request.get(path)
    expect(response.status(), path).toBe(200)
    expect(response.headers()['content-type'], path).toMatch(/^image\//)
  }
})
