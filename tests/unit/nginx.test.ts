import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { hasBrotli, hasNginx, startNginx } from '@/scripts/bench/nginx'

test.skipIf(!hasNginx())(
  'an address that would keep the site busy is refused by nginx; the longest search of an admin is not',
  async () => {
    const { nginx, asked, stop } = await startBoth()
    try {
      asked.length = 0
      const status = async (path: string) => (await fetch(nginx.url + path)).status
      for (const page of ['/about', '/login', '/api/slots', '/booking/manage/x', '/_next/static/x'])
        expect(await status(`${page}?a${'&a'.repeat(2_500)}`), page).toBe(414)
      expect(asked).toEqual([])
      expect(await status(`/admin?q=${encodeURIComponent('👍'.repeat(200))}`)).toBe(200)
      expect(asked).toHaveLength(1)
    } finally {
      await stop()
    }
  },
)

test.skipIf(!hasNginx())('pages reach browsers compressed, also where nginx has no Brotli', async () => {
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
    // Straight to the site, which knows no Brotli.
    const own = await fetch(`${nginx.url}/booking/manage/x`, { headers: { 'accept-encoding': 'gzip, br' } })
    expect(own.headers.get('x-accepted')).toContain('gzip')
  } finally {
    await stop()
  }
})

const PAGE = `<!doctype html>${'<p>page</p>'.repeat(200)}`

/** nginx in front of a site that sends the same page to everything, and what that is asked for. */
async function startBoth() {
  const asked: string[] = []
  const site = createServer(({ url = '', headers }, response) => {
    asked.push(url)
    response.setHeader('content-type', 'text/html')
    response.setHeader('x-accepted', String(headers['accept-encoding']))
    response.end(PAGE)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const { port } = site.address() as { port: number }
  const nginx = await startNginx(`http://127.0.0.1:${port}`)
  return {
    nginx,
    asked,
    async stop() {
      await nginx.stop()
      site.closeAllConnections()
      site.close()
    },
  }
}
