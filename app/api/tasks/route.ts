import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { readDueCalendars } from '@/lib/calendars/reading'
import { describeError } from '@/lib/describe-error'
import { readMail, tasksSecrets } from '@/lib/mail/config'
import { deliverMail } from '@/lib/mail/delivery'
import { after } from '@/lib/next'

/** In seconds, for hosts that have such a limit. A later call repeats interrupted work after its lease. */
export const maxDuration = 300

/** In milliseconds. Callers and proxies wait for 30 s. */
const RESPONSE_MS = 20_000

/**
 * Sends the mails and reads the founders' calendars that are due. Call it every minute with `Authorization:
 * Bearer <OUTBOX_SECRET>`; Vercel's cron uses GET and `CRON_SECRET`. Responds 202 if the work takes longer
 * than RESPONSE_MS and continues it; 404 if no secret is set, 401 without the right one.
 */
export async function POST(request: Request) {
  const secrets = tasksSecrets()
  if (secrets.length === 0) return respond({ error: 'Nothing is done here without OUTBOX_SECRET.' }, 404)
  const given = request.headers.get('authorization') ?? ''
  if (!secrets.some((secret) => isSame(given, `Bearer ${secret}`)))
    return respond({ error: 'The secret is missing or wrong.' }, 401, { 'WWW-Authenticate': 'Bearer' })
  const config = readMail()
  const working = Promise.all([
    config ? attempt('mail: what is due could not be read.', deliverMail(config)) : {}, // nothing to report
    attempt('calendars: what is due could not be read.', readDueCalendars()),
  ])
  after(working)
  const done = await Promise.race([working, pause(RESPONSE_MS, 'slow' as const, { ref: false })])
  if (done === 'slow') return respond({ slow: 'A mail server or a calendar is slow, and this goes on.' }, 202)
  const [delivered, calendars] = done
  return delivered && calendars
    ? respond({ ...delivered, calendars })
    : respond({ error: 'The database does not respond as it should.' }, 503)
}

export { POST as GET }

/** Null after an error, which it logs. */
async function attempt<Result>(failure: string, work: Promise<Result>): Promise<Result | null> {
  try {
    return await work
  } catch (error) {
    console.error(failure, describeError(error))
    return null
  }
}

/** Compares in constant time. Hashing makes the lengths equal. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHash('sha256').update(text).digest())
  return Boolean(a && b && timingSafeEqual(a, b))
}

function respond(body: unknown, status = 200, headers = {}) {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } })
}
