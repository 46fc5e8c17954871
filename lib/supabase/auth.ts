import 'server-only'
import { cache } from 'react'
import { sessionClient, WRITE_TIMEOUT_MS } from './server'
import { ifSignedIn } from './signed-in'

/** Who looks at a page. */
export interface Viewer {
  email: string
  isAdmin: boolean
}

/**
 * Who is signed in by the session cookie's token, or null. For what a page shows; the database checks again. Throws while the Auth server
 * cannot be reached and is needed to tell.
 */
export const getViewer = cache(async (): Promise<Viewer | null> => {
  const supabase = await sessionClient()
  const claims = (await ifSignedIn(supabase.auth.getClaims()))?.claims
  return claims ? { email: claims.email ?? '', isAdmin: claims.app_metadata?.role === 'admin' } : null
})

/** Why an admin's action was refused before it reached the data. */
export class AccessError extends Error {
  constructor(readonly reason: 'signed-out' | 'not-admin') {
    super(reason)
  }
}

/**
 * A client for an admin's action. Asks the Auth server, so a session that was ended elsewhere is noticed at once. Throws `AccessError`
 * for everybody else, and the client's error when the Auth server cannot be reached.
 */
export async function adminClient() {
  const supabase = await sessionClient(WRITE_TIMEOUT_MS)
  const user = (await ifSignedIn(supabase.auth.getUser()))?.user
  if (!user) throw new AccessError('signed-out')
  if (user.app_metadata.role !== 'admin') throw new AccessError('not-admin')
  return supabase
}
