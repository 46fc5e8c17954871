export const paths = {
  home: '/',
  about: '/about',
  start: '/start',
  booking: '/booking',
  /** The prefix of the path of every booking's own page (lib/booking/token.ts). */
  manage: '/booking/manage',
  /** The prefix of every offer's own page (lib/offers/token.ts). */
  offer: '/offer',
  /** The prefix of every admin's calendar feed (lib/calendar-feed). */
  calendar: '/calendar',
  login: '/login',
  forgotten: '/login/forgotten',
  /** Each mailed link opens a page below this path. */
  password: '/login/password',
  admin: '/admin',
  requests: '/admin/requests',
  offers: '/admin/offers',
  hours: '/admin/hours',
  settings: '/admin/settings',
  /** Visitors whom the studio should tell about a change, and mails that failed. */
  untold: '/admin/untold',
  export: '/admin/export',
  afterLogin: '/admin',
} as const

export const requestPath = (id: string) => `${paths.requests}/${id}`

/**
 * Anybody with the URL may open these. Logs and Referer headers leave out these URLs, and search engines may not index
 * them. Headers and Content-Security-Policy read this list; the matcher of middleware.ts, the log's mask and
 * deploy/nginx.conf repeat it, and a test compares them.
 */
export const secretPaths: readonly string[] = [paths.manage, paths.offer, paths.calendar, paths.password]

export function secretPrefix(pathname: string): string | undefined {
  return secretPaths.find((prefix) => pathname.startsWith(`${prefix}/`))
}

/**
 * `next` if it is a path of this site, else `paths.afterLogin`. Checks the path as given, resolved and percent-decoded,
 * because `/\host`, `/.//host` and `/%2fhost` can all become `//host`, another site.
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
