import { paths } from '@/lib/paths'

let leaving = false

/** A new document removes the admin's data from memory. Several components may notice the ended session. */
export function redirectToLogin(): void {
  if (leaving) return
  leaving = true
  const here = location.pathname + location.search
  location.replace(`${paths.login}?next=${encodeURIComponent(here)}&ended=session`)
}
