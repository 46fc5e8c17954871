import { paths } from '@/lib/paths'

let leaving = false

/**
 * Goes to the sign-in page, which says that the session has ended, and, after it, back here. A new
 * document, so that nothing of the admin stays in memory. Several parts may notice at once that a
 * session has ended; only the first call counts.
 */
export function redirectToLogin(): void {
  if (leaving) return
  leaving = true
  const here = location.pathname + location.search
  location.replace(`${paths.login}?next=${encodeURIComponent(here)}&ended=session`)
}
