import { paths } from '@/lib/paths'

let leaving = false

/**
 * Opens the sign-in page, which reports the ended session and later returns here. It is a new document, to
 * remove the admin's data from memory. Several parts may notice an ended session at once, so only the first
 * call counts.
 */
export function redirectToLogin(): void {
  if (leaving) return
  leaving = true
  const here = location.pathname + location.search
  location.replace(`${paths.login}?next=${encodeURIComponent(here)}&ended=session`)
}
