/**
 * `npm run bench -- paint`: the largest paint of the public pages on three networks, as the browser does it (DevTools' throttling, a
 * phone's window), and when a press is heard: React has taken over a control. In the same rounds the page as it is sent, with its styles
 * linked and with its scripts run at once, as Next has them.
 */
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { makeTemplate, startStudio } from '../../tests/studio'
import { ensureBuild } from '../build'
import { launchBrowser, spread } from './interactions'
import { printTable } from './load'

const rounds = 5
const pages = ['/', '/about', '/booking']
/** Milliseconds to and fro, megabits a second, and how many times slower the processor is. */
const networks = {
  'slow 4G, CPU/4': { latency: 150, megabits: 1.6, slowdown: 4 },
  'fast 4G, CPU/4': { latency: 60, megabits: 9, slowdown: 4 },
  cable: { latency: 28, megabits: 20, slowdown: 1 },
}
type Network = (typeof networks)[keyof typeof networks]

/** A copy of the site, its pages as `write` has them. What it has sent once it sends from memory, so that only the pages differ. */
async function startCopy(site: string, write: (html: string) => string): Promise<Server> {
  const kept = new Map<string, { status: number; type: string; encoded: Buffer }>()
  const server = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? '/'
      let answer = kept.get(path)
      if (!answer) {
        const from = await fetch(new URL(path, site))
        const bytes = Buffer.from(await from.arrayBuffer())
        const body = pages.includes(path) ? write(bytes.toString()) : bytes
        const type = from.headers.get('content-type') ?? ''
        answer = { status: from.status, type, encoded: brotliCompressSync(body) }
        kept.set(path, answer)
      }
      response
        .writeHead(answer.status, { 'content-type': answer.type, 'content-encoding': 'br' })
        .end(answer.encoded)
    })()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

const variants: Record<string, (html: string) => string> = {
  'as it is': (html) => html,
  'styles linked': (html) => html.replace(/<style>.*?<\/style>/s, '').replace('disabled="" ', ''),
  'scripts at once': (html) => html.replace(/<template>(<script .*?)<\/template><script.*?<\/script>/, '$1'),
}

/** Milliseconds until the largest paint, and until a press on the page's last button is heard. */
async function visit(browser: Browser, url: string, { latency, megabits, slowdown }: Network) {
  const page = await browser.newPage({ viewport: { width: 412, height: 823 }, isMobile: true })
  const devtools = await page.context().newCDPSession(page)
  const throughput = (megabits * 1_000_000) / 8
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.goto(url, { waitUntil: 'commit' })
  const heard = await page.waitForFunction(() => {
    const control = [...document.querySelectorAll('footer button')].at(-1) ?? {}
    return Object.keys(control).some((key) => key.startsWith('__reactProps')) && performance.now()
  })
  await page.waitForLoadState('networkidle')
  const painted = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? NaN)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        })
      }),
  )
  const times = { painted, heard: Number(await heard.jsonValue()) }
  await page.close()
  return times
}

await ensureBuild()
const template = await makeTemplate()
const studio = await startStudio(template)
const copies = await Promise.all(Object.values(variants).map((write) => startCopy(studio.url, write)))
const sites = copies.map((copy) => `http://127.0.0.1:${(copy.address() as AddressInfo).port}`)
const browser = await launchBrowser()
const rows = []
for (const path of pages) {
  // Each has been asked for everything once.
  for (const site of sites) await visit(browser, site + path, networks.cable)
  for (const [name, network] of Object.entries(networks)) {
    const seen = sites.map(() => ({ painted: [] as number[], heard: [] as number[] }))
    for (let round = 0; round < rounds; round++)
      for (const [at, site] of sites.entries()) {
        const { painted, heard } = await visit(browser, site + path, network)
        seen[at]?.painted.push(painted)
        seen[at]?.heard.push(heard)
      }
    rows.push([path, name, 'painted', ...seen.map(({ painted }) => spread(painted))])
    rows.push([path, name, 'heard', ...seen.map(({ heard }) => spread(heard))])
  }
}
printTable(
  `Largest paint, and a press heard, milliseconds (median and longest of ${rounds})`,
  ['page', 'network', 'when', ...Object.keys(variants)],
  rows,
)
await browser.close()
for (const copy of copies) copy.close()
await studio.close()
rmSync(template, { recursive: true, force: true })
