/** Functions that build the calls of the transcript. */
import type { Call, TokenKind } from '../transcript'

export const slot = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
export const json = { 'content-type': 'application/json' }
export const rows = { ...json, prefer: 'return=representation' }
export const one = { accept: 'application/vnd.pgrst.object+json' }
export const upsert = { ...json, prefer: 'resolution=merge-duplicates,return=representation' }

type Headers = Record<string, string>
type More = { headers?: Headers; body?: unknown }

/** Builds a call. A body that is no string is sent as JSON. */
function call(name: string, as: TokenKind, method: string, path: string, { headers, body }: More = {}): Call {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  return {
    name,
    as,
    method,
    path,
    ...(headers ? { headers } : {}),
    ...(text === undefined ? {} : { body: text }),
  }
}
export const get = (name: string, path: string, headers?: Headers, as: TokenKind = 'admin') =>
  call(name, as, 'GET', path, headers ? { headers } : {})
const sending =
  (method: 'POST' | 'PATCH') =>
  (name: string, path: string, body: unknown, headers: Headers = rows, as: TokenKind = 'admin') =>
    call(name, as, method, path, { body, headers })
export const post = sending('POST')
export const patch = sending('PATCH')
export const remove = (name: string, path: string, headers: Headers = rows, as: TokenKind = 'admin') =>
  call(name, as, 'DELETE', path, { headers })
export const rpc = (
  name: string,
  fn: string,
  args: unknown,
  as: TokenKind = 'admin',
  headers: Headers = json,
) => call(name, as, 'POST', `rpc/${fn}`, { body: args, headers })
