import { paths } from '@/lib/paths'

let leaving = false

/**
 * Opens the sign-in page, which says that the session has ended and later returns here. A new document
 * removes the admin's data from memory. Only the first call counts, because several components may notice the
 * ended session.
 */
export function redirectToLogin(): void {
  if (leaving) return
  leaving = true
  const here = location.pathname + location.search
  location.replace(`${paths.login}?next=${encodeURIComponent(here)}&ended=session`)
}
