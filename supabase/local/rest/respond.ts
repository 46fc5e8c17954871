/** Results as responses: the list or the one object, the range, the preferences that were applied. */
import { json } from '../http'
import { RestError } from './errors'
import type { RestRequest } from './request'

/** What every statement returns: the rows as JSON text, the first of them, and their number. */
export interface Result {
  body: string
  first: string | null
  total: number
}

/** The Content-Range of `total` rows from `offset` on. */
export function contentRange(offset: number, total: number): string {
  return total > 0 ? `${offset}-${offset + total - 1}/*` : '*/*'
}

/** The response with the rows. Throws PGRST116 when one object was asked for and there is not exactly one row. */
export function finish(
  request: RestRequest,
  result: Result | undefined,
  status: number,
  headers: Record<string, string>,
): Response {
  const { body, first, total } = result ?? { body: '[]', first: null, total: 0 }
  if (!request.single) return json(status, body, headers)
  requireOne(total)
  return json(status, first ?? 'null', {
    ...headers,
    'content-type': 'application/vnd.pgrst.object+json; charset=utf-8',
  })
}

export function requireOne(total: number): void {
  if (total === 1) return
  throw new RestError(
    406,
    'PGRST116',
    'Cannot coerce the result to a single JSON object',
    `The result contains ${total} rows`,
  )
}
