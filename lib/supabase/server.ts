import 'server-only'
import { createServerClient } from '@supabase/ssr'
import { createClient } from '@supabase/supabase-js'
import { cache } from 'react'
import { inOneLine } from '../describe-error'
import { requireBackend } from '../env'
import { cookies, headers, sendRequest } from '../next'
import type { Database } from './database.types'
import { verifiedCookies } from './verified-cookies'
import { cameByHttps, cookieOptions } from './options'
import { fetchPastDeadlock } from './deadlock'
import { requestTimeout } from './request-timeout'

/** In milliseconds. */
export const READ_TIMEOUT_MS = 2_000

/** In milliseconds. After it, the site does not know if the database stored the write. */
export const WRITE_TIMEOUT_MS = 6_000

/**
 * The Auth server waits ten seconds for the mail server, and stops if the site no longer waits: a mailed link would
 * then not work, or a mail would report a new password that was not stored.
 */
export const AUTH_MAIL_TIMEOUT_MS = 12_000

function fetchWithin(timeout: number): typeof fetch {
  return (input, init) => {
    const ended = requestTimeout(timeout)
    const signal = init?.signal ? AbortSignal.any([init.signal, ended]) : ended
    return fetchPastDeadlock(sendRequest, input, { ...init, signal, cache: 'no-store' }).catch(
      (error: unknown) => {
        throw inOneLine(error)
      },
    )
  }
}

// createClient throws without a WebSocket, which Node 20 lacks. The server never opens one.
function noWebSocket() {
  throw new Error('Realtime is for browsers.')
}

/** `timeout` is for each request, in milliseconds. */
export function serverOptions(timeout: number) {
  return {
    global: { fetch: fetchWithin(timeout) },
    realtime: { transport: noWebSocket as unknown as typeof WebSocket },
  }
}

/** The rights of `anon`. Reads no cookies, so a page that uses it can be static. */
export function visitorClient(timeout = READ_TIMEOUT_MS) {
  const { url, publishableKey } = requireBackend()
  return createClient<Database>(url, publishableKey, {
    ...serverOptions(timeout),
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
}

/** Does not refresh the token. */
export function tokenClient(token: string) {
  const { url, publishableKey } = requireBackend()
  return createClient<Database>(url, publishableKey, {
    ...serverOptions(WRITE_TIMEOUT_MS),
    accessToken: async () => token,
  })
}

/** All reads of one page share one client, so that the session is checked once. */
export const sessionClient = cache(async (timeout = READ_TIMEOUT_MS) => {
  const { url, publishableKey } = requireBackend()
  const [jar, requestHeaders] = await Promise.all([cookies(), headers()])
  return createServerClient<Database>(url, publishableKey, {
    ...serverOptions(timeout),
    cookieOptions: cookieOptions(cameByHttps(requestHeaders)),
    cookies: {
      getAll: verifiedCookies(() => jar.getAll(), visitorClient()),
      setAll(values) {
        try {
          for (const { name, value, options } of values) jar.set(name, value, options)
        } catch {
          // Server components cannot set cookies, and the middleware has already refreshed the session.
        }
      },
    },
  })
})

export type SessionClient = Awaited<ReturnType<typeof sessionClient>>
