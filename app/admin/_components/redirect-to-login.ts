import { writeStorage } from '@/lib/browser-storage'
import { paths } from '@/lib/paths'

/**
 * The sessionStorage key for the sentence of a change that was not made, until the next sign-in.
 */
export const LOST_PRESS = 'lost-press'

let leaving = false
/** The failure sentence of a press that has no response yet. */
let pressed: string | undefined

/** Notes that something was pressed, until its response has come. */
export function notePress(failure: string | undefined): void {
  pressed = failure
}

/**
 * Goes to the sign-in page, which says that the session has ended, and, after it, back here. A new
 * document, so that nothing of the admin stays in memory. Several parts may notice at once that a
 * session has ended; only the first call counts. `lost` is the failure sentence of a change that
 * was not made, if need be of one that was pressed while the page itself found out.
 */
export function redirectToLogin(lost = pressed): void {
  if (lost) writeStorage('sessionStorage', LOST_PRESS, lost)
  if (leaving) return
  leaving = true
  const here = location.pathname + location.search
  const ended = lost ? 'press' : 'session'
  location.replace(`${paths.login}?next=${encodeURIComponent(here)}&ended=${ended}`)
}
