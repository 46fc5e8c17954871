import { type AuthError, isAuthError } from '@supabase/supabase-js'

/**
 * What the Auth library answers, or null when nobody is signed in. A broken cookie or token can make the library throw; it is as good as
 * none, or its owner could never sign in again. Throws only while the Auth server is needed and does not answer as it should.
 */
export async function ifSignedIn<Answer extends { data: unknown; error: AuthError | null }>(
  asked: Promise<Answer>,
): Promise<Answer['data'] | null> {
  try {
    const { data, error } = await asked
    if (error) throw error
    return data
  } catch (error) {
    if (isAuthError(error) && !isRefusal(error)) throw error
    return null
  }
}

function isRefusal({ status = 0 }: AuthError) {
  return status >= 400 && status < 500 && status !== 429
}
