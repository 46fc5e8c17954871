/** The site's routes. */
export const paths = {
  home: '/',
  about: '/about',
  start: '/start',
  booking: '/booking',
  /** The prefix of every booking's own page (lib/manage/token.ts). */
  manage: '/booking/manage',
  login: '/login',
  admin: '/admin',
  /** Where a signed-in person goes from the sign-in page; change it here. */
  afterLogin: '/admin',
} as const

/**
 * Where to go after sign-in: `next` if it is a path of this site that begins with exactly one
 * slash, else `paths.afterLogin`. It is checked as given, resolved and percent-decoded, because
 * `/\host`, `/.//host` and `/%2fhost` can all become `//host`, another site.
 */
export function safeNext(next: unknown): string {
  if (typeof next !== 'string' || !isPath(next)) return paths.afterLogin
  const { origin, pathname, search } = new URL(next, 'http://site.invalid')
  if (origin !== 'http://site.invalid' || !isPath(pathname) || pathname === paths.login)
    return paths.afterLogin
  return pathname + search
}

function isPath(text: string): boolean {
  const local = /^\/(?:[^/\\\p{Cc}][^\\\p{Cc}]*)?$/u
  try {
    return local.test(text) && local.test(decodeURIComponent(text.replace(/[?#].*$/s, '')))
  } catch {
    return false // malformed percent-encoding
  }
}
