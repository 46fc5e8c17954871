import { createBrowserClient } from '@supabase/ssr'
import type { Backend } from '../env'
import type { Database } from './database.types'
import { cookieOptions, sessionCookie } from './options'

/**
 * The browser's Supabase client, for auth events, Realtime and logout. It is a singleton; URL and key come
 * from a server component.
 */
export function browserClient({ url, publishableKey }: Backend) {
  return createBrowserClient<Database>(url, publishableKey, {
    cookieOptions: cookieOptions(location.protocol === 'https:'),
  })
}

/** Deletes this browser's session cookies. The session still exists on the Auth server. */
export function deleteSession(): void {
  for (const cookie of document.cookie.split('; ')) {
    const [name = ''] = cookie.split('=')
    if (name.startsWith(sessionCookie)) document.cookie = `${name}=; Path=/; Max-Age=0`
  }
}
