import { createBrowserClient } from '@supabase/ssr'
import type { Backend } from '../env'
import type { Database } from './database.types'
import { cookieOptions } from './options'

/** The admin's browser client, one a page: auth events, realtime and logout. The address and key come from the server's page. */
export function browserClient({ url, publishableKey }: Backend) {
  return createBrowserClient<Database>(url, publishableKey, {
    cookieOptions: cookieOptions(location.protocol === 'https:'),
  })
}
