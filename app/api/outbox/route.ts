import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { after } from 'next/server'
import { describeError } from '@/lib/describe-error'
import { readMail } from '@/lib/mail/config'
import { deliverMail } from '@/lib/mail/delivery'

/**
 * The route's timeout in seconds, for hosts that have one. What it cuts off is sent again when its
 * lease ends.
 */
export const maxDuration = 300

/** When the call is answered at the latest, in milliseconds: callers and proxies wait for 30 s. */
const RESPONSE_MS = 20_000

/**
 * Sends the mails that are due. Call it every minute with `Authorization: Bearer <OUTBOX_SECRET>`.
 * Responds with the number of mails by outcome, or 202 when sending takes longer than 20 seconds
 * and goes on; 404 when mail is not configured, 401 without the secret, 503 when the database does
 * not respond.
 */
export async function POST(request: Request) {
  const config = readMail()
  if (!config) return respond({ error: 'No mail is sent here.' }, 404)
  if (!isSame(request.headers.get('authorization') ?? '', `Bearer ${config.secret}`))
    return respond({ error: 'The secret is missing or wrong.' }, 401, { 'WWW-Authenticate': 'Bearer' })
  const delivering = deliverMail(config).catch((error: unknown) => {
    console.error('mail: what is due could not be read.', describeError(error))
    return null
  })
  after(delivering)
  const delivered = await Promise.race([delivering, pause(RESPONSE_MS, 'slow' as const, { ref: false })])
  if (delivered === 'slow') return respond({ slow: 'The mail server is slow, and sending goes on.' }, 202)
  return delivered
    ? respond(delivered)
    : respond({ error: 'The database does not respond as it should.' }, 503)
}

/** Compares in constant time. Hashing makes the lengths equal. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHash('sha256').update(text).digest())
  return Boolean(a && b && timingSafeEqual(a, b))
}

function respond(body: unknown, status = 200, headers = {}) {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } })
}
