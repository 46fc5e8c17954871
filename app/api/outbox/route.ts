import { createHash, timingSafeEqual } from 'node:crypto'
import { describeError } from '@/lib/describe-error'
import { readMail } from '@/lib/mail/config'
import { deliverMail } from '@/lib/mail/delivery'

/** The route's timeout in seconds, for hosts that have one. A batch takes at most 90. */
export const maxDuration = 100

/**
 * Sends the mails that are due. Call it every minute with `Authorization: Bearer <OUTBOX_SECRET>`.
 * Responds with the number of mails by outcome; 404 when mail is not configured, 401 without the
 * secret, 503 when the database does not respond.
 */
export async function POST(request: Request) {
  const config = readMail()
  if (!config) return respond({ error: 'No mail is sent here.' }, 404)
  if (!isSame(request.headers.get('authorization') ?? '', `Bearer ${config.secret}`))
    return respond({ error: 'The secret is missing or wrong.' }, 401, { 'WWW-Authenticate': 'Bearer' })
  try {
    return respond(await deliverMail(config))
  } catch (error) {
    console.error('mail: what is due could not be read.', describeError(error))
    return respond({ error: 'The database does not respond as it should.' }, 503)
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
