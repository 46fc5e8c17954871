import { createHash } from 'node:crypto'
import { expect, test } from './fixtures'

test.use({ studioOptions: { file: import.meta.url } })

const VISITORS = 100
/** How many connections to one site a browser opens at most. */
const CONNECTIONS = 6
const pages = ['/', '/about', '/booking']

/** A response's status and decompressed body. */
async function get(address: string, encoding: string) {
  const response = await fetch(address, { headers: { 'accept-encoding': encoding } })
  return { status: response.status, body: Buffer.from(await response.arrayBuffer()) }
}

/** The files of the site that a page's HTML names. */
function filesOf(html: string): string[] {
  return [...html.matchAll(/ (?:src|href)="(\/[^"#?]+\.[a-z0-9]+[^"]*)"/g)].map(([, path = '']) => path)
}

const hash = (body: Buffer) => createHash('sha256').update(body).digest('hex')

/** A page rendered on request differs from visitor to visitor; it is right when it is whole. */
function sameContent(path: string, body: Buffer) {
  return path === '/booking' ? body.toString().trimEnd().endsWith('</html>') : hash(body)
}

test(
  `${VISITORS} visitors at once on a site that has just started get every file right, in less than 600 MB`,
  { tag: '@soak' },
  async ({ studio }) => {
    test.setTimeout(120_000)
    const right = new Map<string, unknown>()
    const files = new Map<string, string[]>()
    for (const page of pages) {
      const { body } = await get(studio.url + page, 'identity')
      right.set(page, sameContent(page, body))
      const fresh = filesOf(body.toString()).filter((file) => !right.has(file))
      for (const file of fresh)
        right.set(file, sameContent(file, (await get(studio.url + file, 'identity')).body))
      files.set(page, [...new Set(fresh)])
    }
    expect(right.size, 'pages and files').toBeGreaterThan(15)
    await studio.site.stop()
    await studio.site.start()

    const wrong: string[] = []
    async function load(path: string) {
      const { status, body } = await get(studio.url + path, 'gzip, deflate, br')
      if (status !== 200 || sameContent(path, body) !== right.get(path)) wrong.push(`${status} ${path}`)
    }
    /** As a browser does: page after page, and of each the files it has not, over six connections. */
    async function visit() {
      for (const page of pages) {
        await load(page)
        const left = [...(files.get(page) ?? [])]
        await Promise.all(
          Array.from({ length: CONNECTIONS }, async () => {
            for (let file = left.pop(); file; file = left.pop()) await load(file)
          }),
        )
      }
    }

    let most = 0
    const watch = setInterval(() => (most = Math.max(most, studio.memory().site)), 100)
    await Promise.all(Array.from({ length: VISITORS }, visit))
    clearInterval(watch)
    expect(wrong).toEqual([])
    expect(most, 'MB at most').toBeLessThan(600)
  },
)
