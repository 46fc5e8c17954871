/** A request to the auth service, as its routes get it. */
import type { Caller } from '../database'
import type { Services } from '../services'
import { AuthError } from './errors'

/** The request, and who its API key stands for (null on the routes that need none). */
export interface Call {
  services: Services
  request: Request
  url: URL
  caller: Caller | null
}

/** The body's JSON object. Throws AuthError for anything else. */
export async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  const body: unknown = await request.json().catch(() => null)
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  if (!isObject) throw new AuthError(400, 'bad_json', 'Could not read request body as JSON')
  return body as Record<string, unknown>
}
