import 'server-only'
import { isAuthRetryableFetchError } from '@supabase/supabase-js'
import { cache } from 'react'
import { sessionClient } from './supabase/server'

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
  const { data, error } = await supabase.auth.getClaims()
  if (error && isAuthRetryableFetchError(error)) throw error
  return data ? { email: data.claims.email ?? '', isAdmin: data.claims.app_metadata?.role === 'admin' } : null
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
  const supabase = await sessionClient()
  const { data, error } = await supabase.auth.getUser()
  if (error && !isSessionError(error)) throw error
  if (!data.user) throw new AccessError('signed-out')
  if (data.user.app_metadata.role !== 'admin') throw new AccessError('not-admin')
  return supabase
}

function isSessionError(error: { status?: number }) {
  return error.status !== undefined && error.status >= 400 && error.status < 500 && error.status !== 429
}
