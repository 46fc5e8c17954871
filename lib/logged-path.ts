/**
 * A missing path as it may stand in a log: at most 200 characters, and nothing in it that could begin a new line or
 * steer a terminal. The query never comes here; it may hold what is private.
 */
export function loggedPath(segments: string[]): string {
  const path = segments.map(decode).join('/')
  return `/${path}`.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').slice(0, 200)
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
