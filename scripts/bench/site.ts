/** `npm run bench -- site`: the site under load, beside a static file server of the same bytes, and its memory over five minutes. */
import { setTimeout as pause } from 'node:timers/promises'
import { bookingPost, freeTimes, readFormPage, readState } from '../../tests/booking-action'
import { makeTemplate, raiseCaps, startStudio, type Studio } from '../../tests/studio'
import { addDays, dateAt } from '../../lib/dates'
import { ensureBuild } from '../build'
import { type Figures, load, type Load, medianOf, printTable, type Shot } from './load'
import { startYardstick } from './yardstick'

const levels = [1, 10, 50, 200]
const rounds = 5
const seconds = 1.5
/** So many at each level and round that the studio's own schedule, booked a year ahead, has room for all of them. */
const bookings = 140
const minutes = 5
const asBrowsersDo = { 'accept-encoding': 'gzip, deflate, br' }

interface Target extends Pick<Load, 'until' | 'next' | 'isGood'> {
  name: string
}

async function targetsOf({ url }: Studio): Promise<Target[]> {
  const page = (name: string, path: string): Target => ({
    name,
    until: { seconds },
    next: () => ({ path, headers: asBrowsersDo }),
  })
  const tomorrow = addDays(dateAt(), 1)
  const form = await readFormPage(url)
  const free = await freeTimes(url)
  let person = 0
  const book = () => {
    const time = free.pop()
    if (!time) throw new Error('The studio is booked out: lower the number of bookings.')
    return bookingPost(form, {
      name: 'Load',
      email: `load-${person++}@example.com`,
      message: '',
      time,
      request_id: crypto.randomUUID(),
    })
  }
  return [
    page('landing page (static)', '/'),
    page('about page (static)', '/about'),
    page('booking page (rendered)', '/booking'),
    page('slot read, a month', `/api/slots?from=${tomorrow}&to=${addDays(tomorrow, 30)}`),
    {
      name: 'booking action',
      until: { requests: bookings },
      next: book,
      isGood: (status, body) => status === 200 && readState(body)?.status === 'success',
    },
  ]
}

async function measureSpeed(studio: Studio): Promise<number> {
  const targets = await targetsOf(studio)
  const shots = targets.map(({ next }) => next())
  const yardstick = await startYardstick(studio.url, shots)
  const runs = new Map<string, { site: Figures[]; plain: Figures[] }>()
  for (let round = 0; round < rounds; round++) {
    for (const [i, { name, ...target }] of targets.entries()) {
      const shot: Shot = shots[i] ?? { path: '/' }
      for (const clients of levels) {
        const key = `${name} | ${clients}`
        const of = runs.get(key) ?? { site: [], plain: [] }
        runs.set(key, of)
        of.plain.push(await load({ url: yardstick.url, clients, until: { seconds }, next: () => shot }))
        of.site.push(await load({ url: studio.url, clients, ...target }))
      }
    }
  }
  await yardstick.stop()
  const rows = [...runs].map(([key, of]) => {
    const [site, plain] = [medianOf(of.site), medianOf(of.plain)]
    const [name = '', clients] = key.split(' | ')
    return [
      name,
      Number(clients),
      Math.round(site.perSecond),
      Number((site.perSecond / plain.perSecond).toFixed(2)),
      Number(site.p50.toFixed(1)),
      Number(site.p99.toFixed(1)),
      site.errors,
    ]
  })
  printTable(
    `The site under load (medians of ${rounds} rounds)`,
    ['what', 'clients', 'a second', 'of the static server', 'p50 ms', 'p99 ms', 'errors'],
    rows,
  )
  return rows.reduce((sum, row) => sum + Number(row.at(-1)), 0)
}

/** Everything at once from 50 clients; resident memory is noted every ten seconds and shown as each minute's median. */
async function measureMemory(studio: Studio): Promise<{ errors: number; growth: number }> {
  const form = await readFormPage(studio.url)
  let n = 0
  const mixed = [
    '/',
    '/about',
    '/booking',
    `/api/slots?from=${addDays(dateAt(), 1)}&to=${addDays(dateAt(), 31)}`,
  ]
  const next = (): Shot =>
    ++n % 50 === 0
      ? bookingPost(form, {
          name: 'Load',
          email: `memory-${n}@example.com`,
          message: '',
          time: 'none',
          request_id: crypto.randomUUID(),
        })
      : { path: mixed[n % mixed.length] ?? '/', headers: asBrowsersDo }
  const samples: { site: number; backend: number }[] = []
  const watching = (async () => {
    for (let i = 0; i < minutes * 6; i++) {
      await pause(10_000)
      samples.push(studio.memory())
    }
  })()
  const [{ errors, perSecond }] = await Promise.all([
    load({ url: studio.url, clients: 50, until: { seconds: minutes * 60 }, next }),
    watching,
  ])
  const minute = (m: number, of: 'site' | 'backend') =>
    Math.round(
      samples
        .slice(m * 6, m * 6 + 6)
        .map((sample) => sample[of])
        .sort((a, b) => a - b)[3] ?? NaN,
    )
  const rows = Array.from({ length: minutes }, (_, m) => [m + 1, minute(m, 'site'), minute(m, 'backend')])
  printTable(
    `Memory (MB) at 50 clients, ${Math.round(perSecond)} requests a second, ${errors} errors`,
    ['minute', 'site', 'embedded Supabase'],
    rows,
  )
  return { errors, growth: minute(minutes - 1, 'site') / minute(1, 'site') }
}

async function main() {
  await ensureBuild()
  const template = await makeTemplate()
  const studio = await startStudio(template, { sql: raiseCaps })
  try {
    const errors = await measureSpeed(studio)
    const memory = await measureMemory(studio)
    if (errors + memory.errors > 0) throw new Error('Requests failed under load.')
    if (memory.growth > 1.25)
      throw new Error('The site’s memory grew by more than a quarter after the second minute.')
  } finally {
    await studio.close()
  }
}

await main()
