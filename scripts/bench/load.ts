/**
 * `npm run bench`: measures the built site under load, without and with nginx in front, its memory when 100 visitors
 * come right after a start, and its first paint. `npm run bench -- paint` measures only the paint.
 */
import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { bookingPost, freeTimes, readFormPage } from '../../tests/native-form'
import { raiseCaps, startStudio, type Studio } from '../../tests/studio'
import { makeTemplate } from '../../tests/template'
import { addDays, dateAt } from '../../lib/dates'
import { type Load, load, medianOf, printTable } from './clients'
import { hasNginx, startNginx } from './nginx'
import { measurePaint } from './paint'
import { measurePresses } from './press'

const levels = [1, 10, 50]
const rounds = 3
const seconds = 2
/** For each level and round. The seeded year has enough free slots. */
const bookings = 140
const visitors = 100
const asBrowsersDo = { 'accept-encoding': 'gzip, deflate, br' }

interface Target extends Pick<Load, 'until' | 'next' | 'isGood'> {
  name: string
}

const page = (name: string, path: string): Target => ({
  name,
  until: { seconds },
  next: () => ({ path, headers: asBrowsersDo }),
})
const staticPages = [page('landing page (static)', '/'), page('about page (static)', '/about')]

async function targetsOf({ url }: Studio): Promise<Target[]> {
  const tomorrow = addDays(dateAt(), 1)
  const form = await readFormPage(url)
  const free = await freeTimes(url)
  let person = 0
  const book = () => {
    const time = free.pop()
    if (!time) throw new Error('The studio is booked out: lower the number of bookings.')
    const email = `load-${person++}@example.com`
    return bookingPost(form, { name: 'Load', email, time, request_id: crypto.randomUUID() })
  }
  return [
    ...staticPages,
    page('booking page (rendered)', '/booking'),
    page('a result of /start (rendered)', '/start?who=people&first=one-thing&pay=no&ai=no&have=idea'),
    page('slot read, a month', `/api/slots?from=${tomorrow}&to=${addDays(tomorrow, 30)}`),
    {
      name: 'booking without JavaScript',
      until: { requests: bookings },
      next: book,
      isGood: (status, body) => status === 200 && body.includes('Booking created successfully'),
    },
  ]
}

/** Prints the medians of the rounds, and returns the number of errors. */
async function measure(title: string, url: string, targets: Target[]): Promise<number> {
  const rows = []
  for (const { name, ...target } of targets) {
    for (const clients of levels) {
      const runs = []
      for (let round = 0; round < rounds; round++) runs.push(await load({ url, clients, ...target }))
      const { perSecond, p50, p99, errors } = medianOf(runs)
      rows.push([
        name,
        clients,
        Math.round(perSecond),
        Number(p50.toFixed(1)),
        Number(p99.toFixed(1)),
        errors,
      ])
    }
  }
  const head = ['what', 'clients', 'a second', 'p50 ms', 'p99 ms', 'errors']
  printTable(`${title} (medians of ${rounds} rounds)`, head, rows)
  return rows.reduce((sum, row) => sum + Number(row.at(-1)), 0)
}

/** If nginx is installed. Returns the number of errors. */
async function measureProxy({ url }: Studio): Promise<number> {
  if (!hasNginx()) {
    console.log('\nnginx is not installed: the proxy is not measured.')
    return 0
  }
  const nginx = await startNginx(url)
  try {
    return await measure('nginx in front', nginx.url, staticPages)
  } finally {
    await nginx.stop()
  }
}

/** With all scripts and stylesheets, in milliseconds. */
async function visit(url: string): Promise<number> {
  const began = performance.now()
  const html = await (await fetch(url, { headers: asBrowsersDo })).text()
  const files = [...html.matchAll(/(?:src|href)="(\/_next\/static\/[^"]+)"/g)].map(([, path = '']) => path)
  const ask = async (path: string) => (await fetch(url + path, { headers: asBrowsersDo })).arrayBuffer()
  await Promise.all([...new Set(files)].map(ask))
  return performance.now() - began
}

/** `peak` is in MB, `slowest` in milliseconds. */
async function measureFreshStart(studio: Studio): Promise<{ peak: number; slowest: number }> {
  await studio.site.stop()
  await studio.site.start()
  let peak = 0
  let done = false
  const watch = (async () => {
    while (!done) {
      peak = Math.max(peak, studio.memory().site)
      await pause(50)
    }
  })()
  const times = await Promise.all(Array.from({ length: visitors }, () => visit(studio.url)))
  done = true
  await watch
  return { peak, slowest: Math.max(...times) }
}

async function measureAll(studio: Studio): Promise<void> {
  const { peak, slowest } = await measureFreshStart(studio)
  printTable(
    `${visitors} first visitors at once on a fresh start`,
    ['memory at most, MB', 'slowest visit, ms'],
    [[Math.round(peak), Math.round(slowest)]],
  )
  await measurePaint(studio.url)
  await measurePresses(studio)
  const errors =
    (await measureProxy(studio)) + (await measure('The site under load', studio.url, await targetsOf(studio)))
  if (errors > 0) throw new Error(`${errors} requests failed under load.`)
}

const template = await makeTemplate()
const studio = await startStudio(template, { sql: raiseCaps })
try {
  await (process.argv[2] === 'paint' ? measurePaint(studio.url) : measureAll(studio))
} finally {
  await studio.close()
  rmSync(template, { recursive: true, force: true })
}
