/** On a phone with a slow network, with a bare page of Next beside them. */
import { type Browser, chromium } from '@playwright/test'
import { execFileSync, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { browserPath } from '../browser'
import { followParent, freePort, nextBin, stopProcess } from '../processes'
import { printTable } from './clients'
import { hasNginx, startSecureNginx } from './nginx'

const rounds = 9
const paths = ['/', '/about', '/booking', '/start']
const bare = join(import.meta.dirname, 'bare')
/** 1.6 Mbit/s with 150 ms, the phone of Lighthouse. */
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 }

interface Paint {
  first: number
  largest: number
  shift: number
}

export async function measurePaint(siteUrl: string): Promise<void> {
  const executablePath = await browserPath().catch(() => null)
  if (!executablePath) {
    console.log('\nChromium is not installed: the first paint is not measured.')
    return
  }
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const blank = await startBare()
  try {
    for (const slower of [4, 1])
      await measure(browser, `processor ${slower} times slower`, slower, blank.url, siteUrl)
    if (!hasNginx()) return
    const [front, siteFront] = [await startSecureNginx(blank.url), await startSecureNginx(siteUrl)]
    await measure(browser, 'behind nginx with TLS and HTTP/2', 4, front.secureUrl, siteFront.secureUrl)
    await Promise.all([front.stop(), siteFront.stop()])
  } finally {
    await browser.close()
    await blank.stop()
  }
}

async function startBare() {
  execFileSync(process.execPath, [nextBin, 'build', bare], { stdio: 'ignore' })
  const port = await freePort(0)
  const args = ['--import', followParent, nextBin, 'start', bare, '--port', String(port)]
  const child = spawn(process.execPath, args, {
    stdio: 'ignore',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const url = `http://localhost:${port}`
  while (!(await fetch(url).catch(() => null))) await pause(50)
  return { url, stop: () => stopProcess(child) }
}

async function measure(browser: Browser, title: string, slower: number, bareUrl: string, siteUrl: string) {
  const targets = [['bare page', bareUrl] as const, ...paths.map((path) => [path, siteUrl + path] as const)]
  const paints = new Map<string, Paint[]>(targets.map(([name]) => [name, []]))
  for (let round = 0; round < rounds; round++)
    // The order alternates, because the machine may become slower or faster.
    for (const [name, url] of round % 2 ? targets.toReversed() : targets)
      paints.get(name)?.push(await observe(browser, url, slower))

  const median = (name: string, of: (paint: Paint) => number) =>
    (paints.get(name) ?? []).map(of).sort((a, b) => a - b)[(rounds - 1) / 2] ?? 0
  const floor = median('bare page', ({ first }) => first)
  printTable(
    `First paint on a phone, ${title} (medians of ${rounds})`,
    ['page', 'first paint, ms', 'to the bare page', 'largest, ms', 'most shift'],
    targets.map(([name]) => {
      const first = median(name, (paint) => paint.first)
      const shifts = (paints.get(name) ?? []).map(({ shift }) => shift)
      return [
        name,
        Math.round(first),
        (first / floor).toFixed(2),
        Math.round(median(name, ({ largest }) => largest)),
        Math.max(...shifts).toFixed(3),
      ]
    }),
  )
}

/** Runs in the page. A text, because tsx adds calls of its own helpers to a function. */
const watchPaint = `
  const seen = (window.seen = { first: 0, largest: 0, shift: 0 })
  const watch = (type, keep) =>
    new PerformanceObserver((list) => list.getEntries().forEach(keep)).observe({ type, buffered: true })
  watch('paint', ({ name, startTime }) => name === 'first-contentful-paint' && (seen.first = startTime))
  watch('largest-contentful-paint', ({ startTime }) => (seen.largest = startTime))
  watch('layout-shift', ({ value }) => (seen.shift += value))
`

async function observe(browser: Browser, url: string, slower: number): Promise<Paint> {
  const context = await browser.newContext({
    ...{ viewport: { width: 375, height: 667 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
    ignoreHTTPSErrors: true,
  })
  const page = await context.newPage()
  await page.addInitScript({ content: watchPaint })
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await page.goto(url, { waitUntil: 'load' })
  await pause(2_500)
  const paint = await page.evaluate(() => (window as unknown as { seen: Paint }).seen)
  await context.close()
  return paint
}
