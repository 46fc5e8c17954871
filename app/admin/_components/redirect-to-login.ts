import { writeStorage } from '@/lib/browser-storage'
import { paths } from '@/lib/paths'

/**
 * The sessionStorage key for the sentence of a change that was not made, until the next sign-in.
 */
export const LOST_PRESS = 'lost-press'

let leaving = false

/**
 * Goes to the sign-in page, which says that the session has ended, and, after it, back here. A new
 * document, so that nothing of the admin stays in memory. Several parts may notice at once that a
 * session has ended; only the first call counts. `lost` is the failure sentence of a change that
 * was not made.
 */
export function redirectToLogin(lost?: string): void {
  if (lost) writeStorage('sessionStorage', LOST_PRESS, lost)
  if (leaving) return
  leaving = true
  const here = location.pathname + location.search
  const ended = lost ? 'press' : 'session'
  location.replace(`${paths.login}?next=${encodeURIComponent(here)}&ended=${ended}`)
}
