import 'server-only'
import { createServerClient } from '@supabase/ssr'
import { createClient } from '@supabase/supabase-js'
import { cookies, headers } from 'next/headers'
import { requireBackend } from '../env'
import type { Database } from './database.types'
import { cameByHttps, cookieOptions } from './options'

/** Longer than any healthy answer, shorter than a visitor's patience. */
const ANSWER_WITHIN_MS = 8_000

const timedFetch: typeof fetch = (input, init) => {
  const timeout = AbortSignal.timeout(ANSWER_WITHIN_MS)
  const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout
  return fetch(input, { ...init, signal, cache: 'no-store' })
}

// Node 20 has no WebSocket and the client's constructor demands one; the server never opens it.
function noWebSocket() {
  throw new Error('Realtime is for browsers.')
}

/** What a client of ours on the server adds to its options. */
export const serverOptions = {
  global: { fetch: timedFetch },
  realtime: { transport: noWebSocket as unknown as typeof WebSocket },
}

/** A client with a visitor's rights. It reads no cookie, so a page that uses it may be static or cached. */
export function visitorClient() {
  const { url, publishableKey } = requireBackend()
  return createClient<Database>(url, publishableKey, {
    ...serverOptions,
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
}

/** A client with the rights of the signed-in person, by the session cookie; a visitor's rights without one. */
export async function sessionClient() {
  const { url, publishableKey } = requireBackend()
  const [jar, requestHeaders] = await Promise.all([cookies(), headers()])
  return createServerClient<Database>(url, publishableKey, {
    ...serverOptions,
    cookieOptions: cookieOptions(cameByHttps(requestHeaders)),
    cookies: {
      getAll: () => jar.getAll(),
      setAll(values) {
        try {
          for (const { name, value, options } of values) jar.set(name, value, options)
        } catch {
          // A server component may not set cookies; the middleware has refreshed them already.
        }
      },
    },
  })
}
