import { writeStorage } from '@/lib/browser-storage'
import { paths } from '@/lib/paths'

/** Where the sentence of a press that was not done is kept in this tab until the next sign-in. */
export const LOST_PRESS = 'lost-press'

let leaving = false

/**
 * Goes to the sign-in page, which says that the session has ended, and, after it, back here. A new
 * document, so that nothing of the admin stays in memory. Several parts notice at once that a
 * session has ended; the first one goes. `lost` is the sentence of an action's failure: the press
 * was not done.
 */
export function redirectToLogin(lost?: string): void {
  if (lost) writeStorage('sessionStorage', LOST_PRESS, lost)
  if (leaving) return
  leaving = true
  const here = location.pathname + location.search
  const ended = lost ? 'press' : 'session'
  location.replace(`${paths.login}?next=${encodeURIComponent(here)}&ended=${ended}`)
}
