import 'server-only'
import { createServerClient } from '@supabase/ssr'
import { createClient } from '@supabase/supabase-js'
import { cookies, headers } from 'next/headers'
import { cache } from 'react'
import { requireBackend } from '../env'
import type { Database } from './database.types'
import { verifiedCookies } from './verified-cookies'
import { cameByHttps, cookieOptions } from './options'
import { fetchPastDeadlock } from './deadlock'
import { requestTimeout } from './request-timeout'

/** Timeout of a read, in milliseconds. */
export const READ_TIMEOUT_MS = 2_000

/**
 * Timeout of a write, in milliseconds. After a timeout it is unknown whether the database stores the write.
 */
export const WRITE_TIMEOUT_MS = 6_000

/**
 * Timeout of Auth requests that send a mail, in milliseconds. The Auth server waits ten seconds for the mail
 * server, and stops when its caller is gone: the mailed link would then be dead, and a changed password
 * announced but not stored.
 */
export const AUTH_MAIL_TIMEOUT_MS = 12_000

function fetchWithin(timeout: number): typeof fetch {
  return (input, init) => {
    const ended = requestTimeout(timeout)
    const signal = init?.signal ? AbortSignal.any([init.signal, ended]) : ended
    return fetchPastDeadlock(input, { ...init, signal, cache: 'no-store' })
  }
}

// Without a WebSocket, which Node 20 lacks, createClient throws. The server never opens one.
function noWebSocket() {
  throw new Error('Realtime is for browsers.')
}

/** Options of every client on the server. `timeout` is each request's, in milliseconds. */
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

/** A client with the rights of an access token's owner. It does not refresh the token. */
export function tokenClient(token: string) {
  const { url, publishableKey } = requireBackend()
  return createClient<Database>(url, publishableKey, {
    ...serverOptions(WRITE_TIMEOUT_MS),
    accessToken: async () => token,
  })
}

/**
 * A client with the rights of the session cookie's owner, or a visitor's without a session. `timeout`
 * defaults to a read's. A rendered page shares one client for all its reads, so it checks the session once.
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
          // Server components cannot set cookies; the middleware has refreshed the session already.
        }
      },
    },
  })
})

export type SessionClient = Awaited<ReturnType<typeof sessionClient>>
