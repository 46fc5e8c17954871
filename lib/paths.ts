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
 * after it is resolved: browsers read `/\host` as `//host`, and `/.//host` resolves to it.
 */
export function safeNext(next: unknown): string {
  if (typeof next !== 'string' || !/^\/(?:[^/\\\p{Cc}][^\\\p{Cc}]*)?$/u.test(next)) return paths.afterLogin
  const { origin, pathname, search } = new URL(next, 'http://site.invalid')
  if (origin !== 'http://site.invalid' || pathname.startsWith('//') || pathname === paths.login)
    return paths.afterLogin
  return pathname + search
}
