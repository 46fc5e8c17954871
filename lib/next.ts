import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { refresh as nextRefresh } from 'next/cache'
import { cookies as nextCookies, headers as nextHeaders } from 'next/headers'
import { after as nextAfter } from 'next/server'

/** The functions of Next that the site calls, and the `fetch` of the Supabase clients on the server. */
export interface Surroundings {
  cookies: typeof nextCookies
  headers: typeof nextHeaders
  refresh: typeof nextRefresh
  after: typeof nextAfter
  fetch: typeof fetch
}

/** Tests and scripts run actions outside Next within `surroundings.run(theirs, action)`. The site never does. */
export const surroundings = new AsyncLocalStorage<Surroundings>()

const site: Surroundings = {
  cookies: nextCookies,
  headers: nextHeaders,
  refresh: nextRefresh,
  after: nextAfter,
  fetch: (...request) => fetch(...request), // looked up at each call, because Next replaces the global one
}
const current = () => surroundings.getStore() ?? site

export const cookies: typeof nextCookies = () => current().cookies()
export const headers: typeof nextHeaders = () => current().headers()
export const refresh: typeof nextRefresh = () => current().refresh()
export const after: typeof nextAfter = (task) => current().after(task)
export const sendRequest: typeof fetch = (...request) => current().fetch(...request)
