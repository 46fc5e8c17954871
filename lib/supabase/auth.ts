import 'server-only'
import { cache } from 'react'
import { sessionClient, tokenClient, WRITE_TIMEOUT_MS } from './server'
import { readSession } from './session'
import { ifSignedIn } from './signed-in'

/** The signed-in person. */
export interface Viewer {
  id: string
  email: string
  isAdmin: boolean
}

/**
 * The signed-in person, from the claims of the session cookie's token, or null. Use it to decide
 * what a page shows; row-level security protects the data, and knows when the role was taken away
 * since. Throws when the Auth server is needed to verify the token and cannot be reached. Cached
 * for the request.
 */
export const getViewer = cache(async (): Promise<Viewer | null> => {
  const supabase = await sessionClient()
  const claims = (await ifSignedIn(supabase.auth.getClaims()))?.claims
  if (!claims) return null
  return { id: claims.sub, email: claims.email ?? '', isAdmin: claims.app_metadata?.role === 'admin' }
})

/**
 * Whether the Auth server still knows the session, and its code was given if one is asked for. Throws when the Auth server cannot be reached.
 */
export async function isSessionOpen(): Promise<boolean> {
  return (await readSession(await sessionClient()))?.needsSecondFactor === false
}

/** Thrown when an action needs an admin: nobody is signed in, or somebody who is not an admin. */
export class AccessError extends Error {
  constructor(readonly reason: 'signed-out' | 'not-admin') {
    super(reason)
  }
  /** The HTTP status that says it. */
  get status(): number {
    return this.reason === 'signed-out' ? 401 : 403
  }
}

/**
 * Throws `AccessError` unless the session cookie's token is an admin's. The token alone is looked at,
 * which costs no request; what is done then goes by {@link adminClient}.
 */
export async function requireAdmin(): Promise<void> {
  const viewer = await getViewer()
  if (!viewer) throw new AccessError('signed-out')
  if (!viewer.isAdmin) throw new AccessError('not-admin')
}

/**
 * The Supabase client for an admin's action. It asks the Auth server for the user, so a session
 * that was ended elsewhere, a role that was taken away and a ban are noticed at once. Throws
 * `AccessError` for anybody but admins, and the Auth error when the Auth server cannot be reached.
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
 * The same for reads that go on while their response is sent: with the token that the request came
 * with, which is never refreshed, because the browser could not be given the new one any more and would
 * be signed out. It ends in a minute and a half at the earliest (the middleware has refreshed it).
 */
export async function streamingAdminClient() {
  const supabase = await adminClient()
  const { data } = await supabase.auth.getSession()
  if (!data.session) throw new AccessError('signed-out')
  return tokenClient(data.session.access_token)
}
