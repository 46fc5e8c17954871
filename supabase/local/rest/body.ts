import { RestError } from './errors'

/** Parses a request's JSON body: an object or a list. Throws PGRST102 for anything else. */
export function parseBody(text: string): object {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && depthOf(text) <= MAX_DEPTH) return body
  } catch {
    // reported below
  }
  throw new RestError(400, 'PGRST102', 'Empty or invalid json')
}

/**
 * Levels of nesting; our own calls have far fewer. Postgres parses JSON recursively, and a stack
 * overflow ends PGlite for good.
 */
const MAX_DEPTH = 100

function depthOf(json: string): number {
  let [depth, deepest] = [0, 0]
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"?|[[{}\]]/gs)) {
    if (token === '[' || token === '{') deepest = Math.max(deepest, ++depth)
    else if (token === ']' || token === '}') depth--
  }
  return deepest
}

/** The columns that a body sets. Throws PGRST102 if they differ from row to row. */
export function keysOf(body: object): string[] {
  const rows: (object | null)[] = Array.isArray(body) ? body : [body]
  const [first = [], ...others] = rows.map((row) => Object.keys(row ?? {}).sort())
  if (others.every((keys) => keys.join('\0') === first.join('\0'))) return first
  throw new RestError(400, 'PGRST102', 'All object keys must match')
}
