import { paths } from '@/lib/paths'

let leaving = false

/**
 * Goes to the sign-in page and, after it, back here. A new document, so that nothing of the admin
 * stays in memory. Several parts notice at once that a session has ended; the first one goes.
 */
export function redirectToLogin(): void {
  if (leaving) return
  leaving = true
  const here = location.pathname + location.search
  location.replace(`${paths.login}?next=${encodeURIComponent(here)}`)
}
