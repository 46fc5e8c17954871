export const paths = {
  home: '/',
  about: '/about',
  start: '/start',
  booking: '/booking',
  /** The prefix of every booking's own page (lib/manage/token.ts). */
  manage: '/booking/manage',
  /** The prefix of every offer's own page (lib/offers/token.ts). */
  offer: '/offer',
  /** The prefix of every admin's calendar feed, a file (lib/calendar-feed). */
  calendar: '/calendar',
  login: '/login',
  forgotten: '/login/forgotten',
  /** The page that sets a new password. Below it is the page of each mailed link, by its token. */
  password: '/login/password',
  admin: '/admin',
  /** Below it is the page of each request, by its id. */
  requests: '/admin/requests',
  /** The admin's list of offers. Below it is the page of each offer, by its request's id. */
  offers: '/admin/offers',
  settings: '/admin/settings',
  /** The list of visitors to tell about a change, and of mails that failed. */
  told: '/admin/told',
  /** The prefix of the files that admins download. */
  export: '/admin/export',
  /** The destination of sign-in; change it here. */
  afterLogin: '/admin',
} as const

export const requestPath = (id: string) => `${paths.requests}/${id}`

/**
 * The prefixes of pages and files that anybody with the URL may open. Logs and Referer headers omit these
 * URLs, and search engines may not index them. Headers and Content-Security-Policy follow this list; the
 * matcher of middleware.ts, the log's mask and deploy/nginx.conf repeat it, and a test compares them.
 */
export const secretPaths: readonly string[] = [paths.manage, paths.offer, paths.calendar, paths.password]

/** The prefix in {@link secretPaths} that a path lies below, else undefined. */
export function secretPrefix(pathname: string): string | undefined {
  return secretPaths.find((prefix) => pathname.startsWith(`${prefix}/`))
}

/**
 * The destination after sign-in: `next` if it is a path of this site that begins with exactly one slash, else
 * `paths.afterLogin`. It checks the path as given, resolved and percent-decoded, because `/\host`, `/.//host`
 * and `/%2fhost` can all become `//host`, another site.
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
