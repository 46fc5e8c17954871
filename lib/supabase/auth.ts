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

/**
 * The signed-in person, from the claims of the session cookie's token, or null. Use it to decide what a page
 * shows; row-level security protects the data, also after a role is removed. Throws when verifying the token
 * needs the Auth server and it cannot be reached. Cached for the request.
 */
export const getViewer = cache(async (): Promise<Viewer | null> => {
  const supabase = await sessionClient()
  const claims = (await ifSignedIn(supabase.auth.getClaims()))?.claims
  if (!claims) return null
  return { id: claims.sub, email: claims.email ?? '', isAdmin: claims.app_metadata?.role === 'admin' }
})

/**
 * True if the Auth server still knows the session, and the session has given its second factor if it needs
 * one. Throws when the Auth server cannot be reached.
 */
export async function isSessionOpen(): Promise<boolean> {
  return (await readSession(await sessionClient()))?.needsSecondFactor === false
}

/** Thrown when an action needs an admin, and the caller is signed out or not an admin. */
export class AccessError extends Error {
  constructor(readonly reason: 'signed-out' | 'not-admin') {
    super(reason)
  }
  /** The matching HTTP status. */
  get status(): number {
    return this.reason === 'signed-out' ? 401 : 403
  }
}

/** The database's error; an `AccessError` when the database reports that the caller is no admin. */
export function accessErrorOr(error: PostgrestError): Error {
  return error.message === 'not_admin' ? new AccessError('not-admin') : error
}

/**
 * Throws `AccessError` unless the session cookie's token is an admin's. It checks only the token, which costs
 * no request; {@link adminClient} guards the action itself.
 */
export async function requireAdmin(): Promise<void> {
  const viewer = await getViewer()
  if (!viewer) throw new AccessError('signed-out')
  if (!viewer.isAdmin) throw new AccessError('not-admin')
}

/**
 * The Supabase client for an admin's action. It asks the Auth server for the user, so it notices a session
 * ended elsewhere, a removed role and a ban at once. Throws `AccessError` unless the caller is an admin, and
 * the Auth error when the Auth server cannot be reached.
 */
export async function adminClient() {
  return (await adminSession(WRITE_TIMEOUT_MS)).supabase
}

/** {@link adminClient} with a timeout in milliseconds, and the admin's account. */
export async function adminSession(timeout: number) {
  const supabase = await sessionClient(timeout)
  const session = await readSession(supabase)
  if (!session || session.needsSecondFactor) throw new AccessError('signed-out')
  const { user } = session
  const isBanned = user.banned_until !== undefined && new Date(user.banned_until) > new Date()
  if (user.app_metadata.role !== 'admin' || isBanned) throw new AccessError('not-admin')
  return { supabase, user, email: user.email ?? '' }
}

/**
 * {@link adminClient} for reads that continue while their response is sent. It keeps the request's own token
 * and never refreshes it: the browser could not receive a new one any more, and would be signed out. The
 * token stays valid for at least a minute and a half, because the middleware has refreshed it.
 */
export async function streamingAdminClient() {
  const supabase = await adminClient()
  const { data } = await supabase.auth.getSession()
  if (!data.session) throw new AccessError('signed-out')
  return tokenClient(data.session.access_token)
}
