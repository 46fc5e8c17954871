import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { site } from '../content/studio'
import { STUDIO_ZONE } from '../dates'
import { errorCode, type UnreadParts, unreadParts } from './schema'
import { Unreadable } from './unreadable'

// No `server-only`: tests use this module outside Next.

/** In milliseconds. The process ends itself a second earlier. */
const DEADLINE_MS = 10_000

const output = z.union([
  z.object({
    busy: z.array(z.tuple([z.number(), z.number()])),
    hasEvents: z.boolean(),
    unread: unreadParts,
  }),
  z.object({ error: errorCode }),
])

export interface ReadCalendar {
  /** Instants in milliseconds, sorted, without overlaps. */
  busy: [from: number, until: number][]
  hasEvents: boolean
  unread: UnreadParts
}

/** As a Postgres `tstzmultirange`. */
export function writeRanges(busy: ReadCalendar['busy']): string {
  const iso = (instant: number) => new Date(instant).toISOString()
  return `{${busy.map(([from, until]) => `[${iso(from)},${iso(until)})`).join(',')}}`
}

/**
 * Parses in a process of its own (`scripts/read-calendar.mjs`) with limits of time and memory and without this
 * process's environment. `allDay`: all-day events count as busy. Throws `Unreadable`.
 */
export async function parseCalendar(
  file: Buffer,
  { allDay, now = Date.now() }: { allDay: boolean; now?: number },
): Promise<ReadCalendar> {
  const options = { now, zone: STUDIO_ZONE, ownHost: new URL(site.url).host, allDay }
  const result = output.safeParse(parseJson(await run(file, JSON.stringify(options))))
  if (!result.success) throw new Unreadable('reader')
  if ('error' in result.data) throw new Unreadable(result.data.error)
  return result.data
}

async function run(file: Buffer, options: string): Promise<string> {
  // `new URL(…, import.meta.url)` would run the copy of the script in the build.
  const script = join(process.cwd(), 'scripts', 'read-calendar.mjs')
  const reader = spawn(process.execPath, ['--max-old-space-size=256', script, 'stdin', options], {
    env: { NODE_ENV: 'production', TZ: 'UTC' },
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: DEADLINE_MS,
    killSignal: 'SIGKILL',
  })
  // The process may end before it has read the whole file.
  reader.stdin.on('error', () => {})
  reader.stdin.end(file)
  const written = text(reader.stdout).catch(() => '')
  const [code, signal] = (await once(reader, 'close').catch(() => [])) as [number?, string?]
  // The process exits with 4 at its own time limit. V8 ends it by SIGABRT if its memory is full.
  if (signal === 'SIGKILL' || code === 4) throw new Unreadable('endless')
  if (signal === 'SIGABRT') throw new Unreadable('heavy')
  return code === 0 ? written : ''
}

function parseJson(written: string): unknown {
  try {
    return JSON.parse(written)
  } catch {
    return null
  }
}
