import { createBrowserClient } from '@supabase/ssr'
import type { Backend } from '../env'
import type { Database } from './database.types'
import { cookieOptions, sessionCookie } from './options'

/** The admin's browser client, one a page: auth events, realtime and logout. The address and key come from the server's page. */
export function browserClient({ url, publishableKey }: Backend) {
  return createBrowserClient<Database>(url, publishableKey, {
    cookieOptions: cookieOptions(location.protocol === 'https:'),
  })
}

/** Takes the session out of this browser without asking the Auth server, which still knows it. */
export function deleteSession(): void {
  for (const cookie of document.cookie.split('; ')) {
    const [name = ''] = cookie.split('=')
    if (name.startsWith(sessionCookie)) document.cookie = `${name}=; Path=/; Max-Age=0`
  }
}
