// @module-tag full
import { spawn } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { root } from '@/scripts/processes'
import { parseCalendar } from '@/lib/calendars/parse'
import { Unreadable } from '@/lib/calendars/unreadable'
import { calendar, event, NOW, writeRange } from '../unit/calendars/files'

const start = 'DTSTART:20261203T000000Z'
const daily = (rule: string) => calendar(event(start, 'DURATION:PT1M', `RRULE:${rule}`))
const many = (count: number, lines: (n: number) => string[]) =>
  calendar(...Array.from({ length: count }, (_, n) => event(...lines(n))))
const range = (last: number) => Array.from({ length: last }, (_, n) => n).join(',')

const seconds = `FREQ=DAILY;BYHOUR=${range(24)};BYMINUTE=${range(60)};BYSECOND=${range(60)}`
const endlessZone = [
  ...['BEGIN:VTIMEZONE', 'TZID:Endless', 'BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:+1200'],
  ...['TZOFFSETTO:+1200', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', 'END:STANDARD', 'END:VTIMEZONE'],
]
const nested = (deep: number) => [
  ...Array<string>(deep).fill('BEGIN:X-PART'),
  ...event(start),
  ...Array<string>(deep).fill('END:X-PART'),
]
/** Takes half a minute to read on a fast machine; as long as an argument of a process may be (128 KB). */
const slow = () => many(800, () => [start, 'RRULE:RSCALE=HEBREW;FREQ=DAILY'])
/** On a fast machine the file's busy times, on a slow one an error. */
const timesOrError = /2026-12-03|endless|heavy/

/** Calendar files that take very long to read. `result` is what the reader must find or report. */
const hostile: [name: string, file: () => string, result: RegExp][] = [
  [
    '1 KB that never ends in ical.js',
    () => daily('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'),
    /2026-12-03 00:00.00:01/,
  ],
  ['every second of a day', () => daily(seconds), /^2026-12-03 00:00.00:01$/],
  ['every second', () => daily('FREQ=SECONDLY'), /^2026-12-03 00:00.00:01$/],
  ['800 slow events', slow, /endless/],
  [
    'a zone whose rule never ends',
    () => calendar(endlessZone, event('DTSTART;TZID=Endless:20261203T000000', 'DURATION:PT1H')),
    /2026-12-02 10:00/,
  ],
  ['5,000 events', () => many(5_000, (n) => [`UID:${n}`, start, 'DURATION:PT1H']), /2026-12-03/],
  ['200,000 components in each other', () => calendar(nested(200_000)), /^$/],
  [
    'a line in a million pieces',
    () => calendar(event(start.split('').join('\r\n '), 'DURATION:PT1H', `RRULE:${'\r\n X'.repeat(1e6)}`)),
    /^2026-12-03 00:00.01:00$/,
  ],
  [
    'more than 5,000 busy times',
    () =>
      many(3, (n) => [`DTSTART:2026120${n + 3}T0${n}0000Z`, 'DURATION:PT1M', 'RRULE:FREQ=HOURLY;INTERVAL=4']),
    /many/,
  ],
]
if (process.env.SOAK)
  hostile.push(
    [
      '2 million parameters in a line',
      () => calendar(event(start.replace(':', `${';A=B'.repeat(2_000_000)}:`), 'DURATION:PT1H')),
      /2026-12-03/,
    ],
    ['100,000 events', () => many(100_000, (n) => [`UID:${n}`, start, 'DURATION:PT1H']), timesOrError],
    [
      '2 million short lines',
      () => calendar(event(start, 'DURATION:PT1H', 'X:\r\n'.repeat(2_000_000).trim())),
      /2026-12-03/,
    ],
    [
      '20,000 daily events',
      () => many(20_000, () => [start, 'DURATION:PT1M', 'RRULE:FREQ=DAILY']),
      timesOrError,
    ],
    [
      '100,000 changes of one event',
      () => many(100_000, () => ['UID:one', 'RECURRENCE-ID:20261203T000000Z', start, 'DURATION:PT1H']),
      timesOrError,
    ],
  )

/** A file's busy times as text, or the code of the reader's error. */
async function busyOf(file: string) {
  try {
    return (await parseCalendar(Buffer.from(file), { allDay: true, now: NOW })).busy.map(writeRange)
  } catch (error) {
    return error instanceof Unreadable ? error.code : error
  }
}

/** True if the process with this id runs read-calendar.mjs. */
function isReader(id: string): boolean {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('read-calendar.mjs')
  } catch {
    return false // the process has ended meanwhile
  }
}

/** The ids of the calendar readers that this process started; other tests may have their own. */
function readers(): string[] {
  return readdirSync('/proc').filter((id) => {
    if (!/^\d+$/.test(id) || !isReader(id)) return false
    try {
      return readFileSync(`/proc/${id}/status`, 'utf8').includes(`\nPPid:\t${process.pid}\n`)
    } catch {
      return false
    }
  })
}

// Starts first, because this reader, whose parent ends, takes as long as the slowest file below.
let orphan = ''
beforeAll(async () => {
  const script = `
    import { spawn } from 'node:child_process'
    const reader = spawn(process.execPath, ['scripts/read-calendar.mjs', 'stdin', process.argv[1]], { stdio: ['pipe', 'ignore', 'ignore'] })
    reader.stdin.end(process.argv[2], () => console.log(reader.pid))`
  const options = JSON.stringify({ now: Date.now(), zone: 'UTC', ownHost: 'studio.example', allDay: true })
  const args = ['--input-type=module', '-e', script, options, slow()]
  const site = spawn(process.execPath, args, { cwd: root })
  const printed = await new Promise<Buffer>((resolve) => site.stdout.once('data', resolve))
  orphan = printed.toString().trim()
  site.kill('SIGKILL')
  if (process.platform === 'linux') expect(isReader(orphan)).toBe(true)
})

test.each(hostile)('no calendar file stops the site: %s', async (_, file, result) => {
  expect(String(await busyOf(file()))).toMatch(result)
})

test('if the calendar reader does not start, the error says that, not that the calendar is broken', async () => {
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(join(root, 'nowhere'))
  expect(await busyOf(calendar())).toBe('reader')
  cwd.mockRestore()
})

test.runIf(process.platform === 'linux')(
  'the process that reads a calendar has none of the site’s secrets',
  async () => {
    vi.stubEnv('SITE_SECRET', 'a secret')
    const reading = busyOf(slow())
    const [pid] = await vi.waitFor(() => {
      const found = readers()
      expect(found).not.toEqual([])
      return found
    })
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean)
    expect(environment.toSorted()).toEqual(['NODE_ENV=production', 'TZ=UTC'])
    process.kill(Number(pid), 'SIGKILL')
    expect(await reading, 'a killed reader').toBe('endless')
    vi.unstubAllEnvs()
  },
)

test.runIf(process.platform === 'linux')(
  'a site killed during a read leaves no process behind',
  async () => {
    await vi.waitFor(() => expect(isReader(orphan)).toBe(false), { timeout: 60_000, interval: 200 })
  },
  30_000,
)
