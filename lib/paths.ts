/** The site's routes (spec 2). */
export const paths = {
  home: '/',
  about: '/about',
  booking: '/booking',
  login: '/login',
  admin: '/admin',
  /** Where a signed-in person goes from the sign-in page; the spec's configurable target. */
  afterLogin: '/admin',
} as const

/**
 * Where to go after sign-in: a path of this site that begins with exactly one slash; anything else is the default.
 * Backslashes and control characters are refused because browsers read `/\host` as `//host`.
 */
export function safeNext(next: unknown): string {
  if (typeof next !== 'string' || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next)) return paths.afterLogin
  const { origin, pathname, search } = new URL(next, 'http://site.invalid')
  return origin === 'http://site.invalid' && pathname !== paths.login ? pathname + search : paths.afterLogin
}
