import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { hasNginx, startNginx } from '@/scripts/bench/nginx'

test.skipIf(!hasNginx())(
  'an address that would keep the site busy is refused by nginx; the longest search of an admin is not',
  async () => {
    const asked: string[] = []
    const site = createServer(({ url = '' }, response) => {
      asked.push(url)
      response.end('page')
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    const { port } = site.address() as { port: number }
    const nginx = await startNginx(`http://127.0.0.1:${port}`)
    try {
      asked.length = 0
      const status = async (path: string) => (await fetch(nginx.url + path)).status
      for (const page of ['/about', '/login', '/api/slots', '/booking/manage/x', '/_next/static/x'])
        expect(await status(`${page}?a${'&a'.repeat(2_500)}`), page).toBe(414)
      expect(asked).toEqual([])
      expect(await status(`/admin?q=${encodeURIComponent('👍'.repeat(200))}`)).toBe(200)
      expect(asked).toHaveLength(1)
    } finally {
      await nginx.stop()
      site.closeAllConnections()
      site.close()
    }
  },
)
