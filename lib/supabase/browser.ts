import { createBrowserClient } from '@supabase/ssr'
import type { Backend } from '../env'
import type { Database } from './database.types'
import { cookieOptions } from './options'

/**
 * A singleton, for auth events, Realtime and logout. Load this file lazily: it is a third of the admin's scripts, and
 * the page works without it.
 */
export function browserClient({ url, publishableKey }: Backend) {
  return createBrowserClient<Database>(url, publishableKey, {
    cookieOptions: cookieOptions(location.protocol === 'https:'),
  })
}
