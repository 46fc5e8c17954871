import type { Backend } from '../env'

/** The browser's Supabase client (`browser.ts`); null if its script cannot be loaded. */
export async function loadBrowserClient(backend: Backend) {
  return import('./browser').then(({ browserClient }) => browserClient(backend)).catch(() => null)
}
