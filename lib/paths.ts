/** The site's routes. */
export const paths = {
  home: '/',
  about: '/about',
  booking: '/booking',
  /** Before a booking's own link (lib/booking/manage-link.ts). */
  manage: '/booking/manage',
  login: '/login',
  admin: '/admin',
  /** Where a signed-in person goes from the sign-in page; change it here. */
  afterLogin: '/admin',
} as const

/**
 * Where to go after sign-in: a path of this site that begins with exactly one slash; anything else is the default. Judged before and
 * after it is resolved, and with its escapes read: browsers read `/\host` as `//host`, `/.//host` resolves to it, and whoever stands in between
 * may read `/%2fhost` so.
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
    return false // an escape that is none
  }
}
