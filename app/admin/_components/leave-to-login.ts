import { paths } from '@/lib/paths'

/** Goes to the sign-in page and, after it, back here. A new document, so that nothing of the desk stays in memory. */
export function leaveToLogin(): void {
  const here = location.pathname + location.search
  location.replace(`${paths.login}?next=${encodeURIComponent(here)}`)
}
