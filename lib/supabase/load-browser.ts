import type { Backend } from '../env'

/** The browser's client (`browser.ts`), or null when its script does not load. */
export async function loadBrowserClient(backend: Backend) {
  return import('./browser').then(({ browserClient }) => browserClient(backend)).catch(() => null)
}
