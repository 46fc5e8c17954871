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

/** Timeout of a read, in milliseconds. */
export const READ_TIMEOUT_MS = 2_000

/**
 * Timeout of a write, in milliseconds. After a timeout, the site does not know if the database stored the
 * write.
 */
export const WRITE_TIMEOUT_MS = 6_000

/**
 * Timeout of Auth requests that send a mail, in milliseconds. The Auth server waits ten seconds for the mail
 * server, and stops if the site no longer waits: a mailed link would then not work, or a mail would report a
 * new password that was not stored.
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

/** The options of all clients on the server. `timeout` is the limit of each request, in milliseconds. */
export function serverOptions(timeout: number) {
  return {
    global: { fetch: fetchWithin(timeout) },
    realtime: { transport: noWebSocket as unknown as typeof WebSocket },
  }
}

/**
 * A client with the rights of `anon`. It reads no cookies, so a page that uses it can be static.
 * `timeout` is in milliseconds.
 */
export function visitorClient(timeout = READ_TIMEOUT_MS) {
  const { url, publishableKey } = requireBackend()
  return createClient<Database>(url, publishableKey, {
    ...serverOptions(timeout),
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
}

/** A client with the rights of the person to whom an access token belongs. Does not refresh the token. */
export function tokenClient(token: string) {
  const { url, publishableKey } = requireBackend()
  return createClient<Database>(url, publishableKey, {
    ...serverOptions(WRITE_TIMEOUT_MS),
    accessToken: async () => token,
  })
}

/**
 * A client with the rights of the session cookie's owner, or of a visitor without a session. All reads of one
 * page share one client, so that the session is checked once.
 */
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
          // Ignored: server components cannot set cookies, and the middleware has already refreshed the
          // session.
        }
      },
    },
  })
})

export type SessionClient = Awaited<ReturnType<typeof sessionClient>>
