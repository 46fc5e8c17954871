import type { Backend } from '../env'

/** Null if the script cannot be loaded. */
export async function loadBrowserClient(backend: Backend) {
  return import('./browser').then(({ browserClient }) => browserClient(backend)).catch(() => null)
}
