import 'server-only'
import type { PostgrestError } from '@supabase/supabase-js'
import { cache } from 'react'
import { sessionClient, tokenClient, WRITE_TIMEOUT_MS } from './server'
import { readSession } from './session'
import { ifSignedIn } from './signed-in'

export interface Viewer {
  id: string
  email: string
  isAdmin: boolean
}

/** By the cookie's token, only for what a page shows; row-level security protects the data. */
export const getViewer = cache(async (): Promise<Viewer | null> => {
  const supabase = await sessionClient()
  const claims = (await ifSignedIn(supabase.auth.getClaims()))?.claims
  if (!claims) return null
  return { id: claims.sub, email: claims.email ?? '', isAdmin: claims.app_metadata?.role === 'admin' }
})

/** It has given its second factor if it needs one. Throws if the Auth server cannot be reached. */
export async function isSessionOpen(): Promise<boolean> {
  return (await readSession(await sessionClient()))?.needsSecondFactor === false
}

/** The caller is signed out or not an admin. */
export class AccessError extends Error {
  constructor(readonly reason: 'signed-out' | 'not-admin') {
    super(reason)
  }
  get status(): number {
    return this.reason === 'signed-out' ? 401 : 403
  }
}

/** An `AccessError` if the database reports that the caller is no admin, else the database's error. */
export function accessErrorOr(error: PostgrestError): Error {
  return error.message === 'not_admin' ? new AccessError('not-admin') : error
}

/** The client of `adminSession`. */
export async function adminClient() {
  return (await adminSession(WRITE_TIMEOUT_MS)).supabase
}

export type AdminClient = Awaited<ReturnType<typeof adminClient>>

/**
 * Asks the Auth server for the user, so a session that ended elsewhere, a removed role or a ban takes effect at once.
 * Throws an `AccessError` unless the caller is an admin, and the Auth error if the server cannot be reached.
 */
export async function adminSession(timeoutMs: number) {
  const supabase = await sessionClient(timeoutMs)
  const session = await readSession(supabase)
  if (!session || session.needsSecondFactor) throw new AccessError('signed-out')
  const { user } = session
  const isBanned = user.banned_until !== undefined && new Date(user.banned_until) > new Date()
  if (user.app_metadata.role !== 'admin' || isBanned) throw new AccessError('not-admin')
  return { supabase, user, email: user.email ?? '' }
}

/**
 * For reads that continue while the response is sent. Never refreshes the token, because the browser could no longer
 * receive a new one and would be signed out. It stays valid for at least 90 seconds: in the middleware, supabase-js has
 * refreshed a token that had less.
 */
export async function streamingAdminClient() {
  const supabase = await adminClient()
  const { data } = await supabase.auth.getSession()
  if (!data.session) throw new AccessError('signed-out')
  return tokenClient(data.session.access_token)
}
