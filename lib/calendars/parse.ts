import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { site } from '../content/site'
import { STUDIO_ZONE } from '../dates'
import { errorCode, type UnreadParts, unreadParts } from './schema'
import { Unreadable } from './unreadable'

// No `server-only` here: tests use it outside Next.

/** The reading process ends itself a second before this deadline. */
const DEADLINE_MS = 10_000

const output = z.union([
  z.object({
    busy: z.array(z.tuple([z.number(), z.number()])),
    hasEvents: z.boolean(),
    unread: unreadParts,
  }),
  z.object({ error: errorCode }),
])

/** The result of reading a calendar. */
export interface ReadCalendar {
  /** The busy times: instants in milliseconds, in order, none overlapping. */
  busy: [from: number, until: number][]
  /** True if it has any event ahead, busy or not. */
  hasEvents: boolean
  unread: UnreadParts
}

/**
 * Parses a calendar's file in a separate process, `scripts/read-calendar.mjs`, with limits of time and memory
 * and none of this process's environment. `allDay` is true if all-day events count. Throws `Unreadable`.
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

/** Returns the process's output; '' if it did not start or ended with an unexpected code. */
async function run(file: Buffer, options: string): Promise<string> {
  // `new URL(…, import.meta.url)` would run a copy from the build.
  const script = join(process.cwd(), 'scripts', 'read-calendar.mjs')
  const reader = spawn(process.execPath, ['--max-old-space-size=256', script, 'stdin', options], {
    env: { NODE_ENV: 'production', TZ: 'UTC' },
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: DEADLINE_MS,
    killSignal: 'SIGKILL',
  })
  // The process may end before it has read everything.
  reader.stdin.on('error', () => {})
  reader.stdin.end(file)
  const written = text(reader.stdout).catch(() => '')
  const [code, signal] = (await once(reader, 'close').catch(() => [])) as [number?, string?]
  // Exit code 4 is the process's own deadline. V8 ends it by SIGABRT when it runs out of memory.
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
