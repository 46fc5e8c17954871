import { createBrowserClient } from '@supabase/ssr'
import type { Backend } from '../env'
import type { Database } from './database.types'
import { cookieOptions } from './options'

/**
 * The browser's Supabase client, for auth events, Realtime and logout. A singleton; its URL and key come from
 * a server component. Load this file lazily: it makes up a third of the admin's scripts, and the page works
 * without it.
 */
export function browserClient({ url, publishableKey }: Backend) {
  return createBrowserClient<Database>(url, publishableKey, {
    cookieOptions: cookieOptions(location.protocol === 'https:'),
  })
}
