// @module-tag full
import { existsSync, readFileSync } from 'node:fs'
import { createServer, get, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { secretPaths } from '@/lib/paths'
import { hasBrotli, hasNginx, startNginx } from '@/scripts/bench/nginx'
import { root } from '@/scripts/processes'

// Debian's package of nginx creates these folders; other systems may have other ones.
const hasDebiansNginx = hasNginx() && existsSync('/etc/debian_version')

test.skipIf(!hasDebiansNginx)('a fresh nginx accepts the configuration without a change', () => {
  const config = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
  const folders = [...config.matchAll(/^\s*(?:proxy_cache_path|access_log) (\/.*)\/[^/ ]+ /gm)]
  expect(folders.length).toBeGreaterThan(2)
  // nginx creates only the last folder of a path, so the folders above it must exist.
  for (const [line, folder = ''] of folders) expect(existsSync(folder), line.trim()).toBe(true)
})

test.skipIf(!hasNginx())('nginx starts again after a crash', async () => {
  const { nginx, stop } = await startBoth()
  try {
    expect((await ask(nginx.url, '/booking')).status).toBe(200)
    await nginx.crash()
    expect((await ask(nginx.url, '/booking')).status).toBe(200)
  } finally {
    await stop()
  }
})

test.skipIf(!hasNginx())(
  'nginx refuses a URL that would keep the site busy, and passes an admin’s longest search',
  async () => {
    const { nginx, asked, stop } = await startBoth()
    try {
      asked.length = 0
      const status = async (path: string) => (await fetch(nginx.url + path)).status
      for (const page of ['/about', '/login', '/api/slots', '/booking/manage/x', '/_next/static/x'])
        for (const query of [`a${'&a'.repeat(2_500)}`, '&'.repeat(40)])
          expect(await status(`${page}?${query}`), page).toBe(414)
      expect((await ask(nginx.url, `/booking#${'&'.repeat(40)}`)).status, 'with a fragment').toBe(414)
      expect(asked).toEqual([])
      expect(await status(`/admin?q=${encodeURIComponent('👍'.repeat(200))}`)).toBe(200)
      expect(await status(`/start?${Array.from({ length: 40 }, (_, n) => `q${n}=a`).join('&')}`)).toBe(200)
      expect(asked).toHaveLength(2)
    } finally {
      await stop()
    }
  },
)

test.skipIf(!hasNginx())('pages reach browsers compressed, also without Brotli', async () => {
  const { nginx, stop } = await startBoth()
  try {
    for (const page of ['/', '/start?who=team', '/booking', '/login', '/_next/static/x', '/api/slots'])
      for (const [accepts, sent] of [
        ['gzip, deflate, br, zstd', hasBrotli() ? 'br' : 'gzip'],
        ['gzip', 'gzip'],
        ['identity', null],
      ] as const) {
        const response = await fetch(nginx.url + page, { headers: { 'accept-encoding': accepts } })
        expect(response.headers.get('content-encoding'), `${page} for ${accepts}`).toBe(sent)
        expect(await response.text()).toBe(PAGE)
      }
    // nginx passes this page on unchanged, so it must ask the site for gzip: the site has no Brotli.
    const own = await fetch(`${nginx.url}/booking/manage/x`, { headers: { 'accept-encoding': 'gzip, br' } })
    expect(own.headers.get('x-accepted')).toContain('gzip')
  } finally {
    await stop()
  }
})

test.skipIf(!hasNginx())('a visitor who floods the site gets errors, and no one else waits', async () => {
  const { nginx, asked, stop } = await startBoth()
  try {
    const flood = (path: (n: number) => string, times: number) =>
      Promise.all(Array.from({ length: times }, (_, n) => ask(nginx.url, path(n))))
    const others = async (path: string) => {
      const { status } = await ask(nginx.url, path, { localAddress: '127.0.0.2' })
      return status
    }
    const flooding = flood((n) => `/booking?n=${n}`, 200)
    expect(await others('/booking')).toBe(200)
    const all = (await flooding).map(({ status }) => status)
    expect(all.filter((status) => status === 200).length, 'enough for an office').toBeGreaterThan(90)
    expect(all.filter((status) => status === 429).length).toBeGreaterThan(60)
    const secret = (await flood((n) => `/offer/${n}`, 150)).map(({ status }) => status)
    expect(secret, 'pages that nginx does not cache').toContain(429)

    asked.length = 0
    expect(await others('/about')).toBe(200)
    const cached = (await flood(() => '/about', 200)).map(({ status }) => status)
    expect(new Set(cached), 'cached pages').toEqual(new Set([200]))
    expect(asked).toEqual(['/about'])
  } finally {
    await stop()
  }
})

test.skipIf(!hasNginx())(
  'posts for a new password have the limit of sign-ins, and reads the limit of pages',
  async () => {
    const { nginx, stop } = await startBoth()
    try {
      const many = async (method: string) => {
        const asked = Array.from({ length: 14 }, () => fetch(`${nginx.url}/login/password/x`, { method }))
        return (await Promise.all(asked)).filter(({ status }) => status === 429).length
      }
      expect(await many('GET')).toBe(0)
      expect(await many('POST')).toBe(3)
    } finally {
      await stop()
    }
  },
)

test.skipIf(!hasNginx())('the site gets the page’s host and port, so that its posts pass', async () => {
  const { nginx, headers, stop } = await startBoth()
  try {
    for (const page of ['/booking', '/offer/x'])
      for (const host of ['studio.example:8443', 'studio.example', '[::1]:8443', '[::1]']) {
        await ask(nginx.url, page, { headers: { host } })
        expect(headers.at(-1), page).toMatchObject({ host, 'x-forwarded-host': host })
      }
    // A request may name its host twice; nginx uses the one in the target.
    await ask(nginx.url, 'http://studio.example/booking', { headers: { host: 'other.example' } })
    expect(headers.at(-1)).toMatchObject({ 'x-forwarded-host': 'studio.example' })
  } finally {
    await stop()
  }
})

test.skipIf(!hasNginx())('nginx logs no link that opens something, even a misspelt one', async () => {
  const { nginx, site, stop } = await startBoth()
  try {
    const token = '3f0b6f0e-5a43-4b8e-9f55-0c1e6a1f2b3c.AbCdEfGhIjKlMnOpQrS-_9'
    const links = [
      ...secretPaths.flatMap((path) => [`${path}/${token}`, `${path}/short`, `/en${path}/short/call.ics`]),
      ...secretPaths.flatMap((path) => [
        `${path}/short`.toUpperCase(),
        `/${path}//short`,
        `${path}/short%E0`,
      ]),
      `/bookings/manag/${token}`,
      `/login/pasword/pkce_${'3f0b6f0e'.repeat(7).slice(2)}`,
      ...['', ',', '%20'].map((dot) => `/mange/${token.replace('.', dot)}`),
      `/offers/${token.toUpperCase()}`,
      `/x/${token.slice(3, -2)}?${'&'.repeat(50)}`,
      encodeURIComponent(encodeURIComponent(`/mange/${token}`)).replace(/^/, '/'),
      '/mailto:short@private.example',
      '/calender/3f0b6f0eZt_0PbYw3xVnR5sLcD8mJfH2aGuE6iToQ1y/calls.ics',
    ]
    for (const link of links) await ask(nginx.url, link)
    site.closeAllConnections()
    site.close()
    for (const link of [...links, '/about']) expect([414, 502]).toContain((await ask(nginx.url, link)).status)
    // nginx writes the log line after it has sent the response.
    await expect.poll(() => nginx.logs().requests).toContain('GET /about 502')
    const { requests, errors } = nginx.logs()
    expect(errors).toContain('"GET /about')
    expect(`${requests}${errors}`).not.toMatch(/3f0b6f0e|short/i)
  } finally {
    await stop()
  }
})

test.skipIf(!hasNginx())(
  'visitors see no error while the processes restart one after the other',
  async () => {
    const [one, other] = [await startSite(), await startSite()]
    const nginx = await startNginx(one.url, other.url)
    try {
      const all = async () => {
        for (let n = 0; n < 6; n++) expect((await fetch(`${nginx.url}/booking?n=${n}`)).status).toBe(200)
      }
      await one.away()
      await all()
      await one.back()
      await other.away()
      await all()
    } finally {
      await nginx.stop()
      await one.away()
    }
  },
)

const PAGE = `<!doctype html>${'<p>page</p>'.repeat(200)}`

/** Sends a GET request with exactly this target, host and sender, which fetch would change. */
function ask(url: string, path: string, options: { headers?: { host: string }; localAddress?: string } = {}) {
  return new Promise<{ status: number | undefined }>((resolve, reject) => {
    get(url, { path, agent: false, ...options }, (response) => {
      response.resume().on('end', () => resolve({ status: response.statusCode }))
    }).on('error', reject)
  })
}

/** Starts a site that responds with one page to every request, and records paths and headers. */
async function startSite() {
  const asked: string[] = []
  const headers: IncomingHttpHeaders[] = []
  const site = createServer((request, response) => {
    asked.push(request.url ?? '')
    headers.push(request.headers)
    response.setHeader('content-type', 'text/html')
    response.setHeader('x-accepted', String(request.headers['accept-encoding']))
    if (request.url === '/about') response.setHeader('cache-control', 's-maxage=31536000')
    response.end(PAGE)
  })
  const listen = (port: number) =>
    new Promise<void>((resolve) => site.listen(port, '127.0.0.1', () => resolve()))
  await listen(0)
  const { port } = site.address() as { port: number }
  return {
    site,
    asked,
    headers,
    url: `http://127.0.0.1:${port}`,
    back: () => listen(port),
    away: () =>
      new Promise<void>((resolve) => {
        site.close(() => resolve())
        site.closeAllConnections()
      }),
  }
}

/** Starts the recording site, and nginx in front of it. */
async function startBoth() {
  const site = await startSite()
  const nginx = await startNginx(site.url)
  return {
    ...site,
    nginx,
    async stop() {
      await nginx.stop()
      await site.away()
    },
  }
}
