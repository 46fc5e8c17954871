import { RestError } from './errors'

/** An object or a list. Throws PGRST102 for any other body. */
export function parseBody(text: string): object {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && depthOf(text) <= MAX_DEPTH) return body
  } catch {
    // reported below
  }
  throw new RestError(400, 'PGRST102', 'Empty or invalid json')
}

/** Postgres parses JSON recursively, and a stack overflow crashes PGlite. */
const MAX_DEPTH = 100

function depthOf(json: string): number {
  let [depth, deepest] = [0, 0]
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"?|[[{}\]]/gs)) {
    if (token === '[' || token === '{') deepest = Math.max(deepest, ++depth)
    else if (token === ']' || token === '}') depth--
  }
  return deepest
}

/** Throws PGRST102 if two rows set different columns. */
export function keysOf(body: object): string[] {
  const rows: (object | null)[] = Array.isArray(body) ? body : [body]
  const [first = [], ...others] = rows.map((row) => Object.keys(row ?? {}).sort())
  if (others.every((keys) => keys.join('\0') === first.join('\0'))) return first
  throw new RestError(400, 'PGRST102', 'All object keys must match')
}
