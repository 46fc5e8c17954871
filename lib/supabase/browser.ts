import { createBrowserClient } from '@supabase/ssr'
import type { Backend } from '../env'
import type { Database } from './database.types'
import { cookieOptions, sessionCookie } from './options'

/**
 * The browser's Supabase client, for auth events, Realtime and logout. A singleton; URL and key
 * come from a server component.
 */
export function browserClient({ url, publishableKey }: Backend) {
  return createBrowserClient<Database>(url, publishableKey, {
    cookieOptions: cookieOptions(location.protocol === 'https:'),
  })
}

/**
 * Deletes the session cookies of this browser only. On the Auth server the session still exists.
 */
export function deleteSession(): void {
  for (const cookie of document.cookie.split('; ')) {
    const [name = ''] = cookie.split('=')
    if (name.startsWith(sessionCookie)) document.cookie = `${name}=; Path=/; Max-Age=0`
  }
}
