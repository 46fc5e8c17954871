import { type AuthError, AuthRetryableFetchError, isAuthError } from '@supabase/supabase-js'
import { isRejection } from './genuine-session'
import { READ_TIMEOUT_MS } from './server'

/**
 * What the Auth library answers, or null when nobody is signed in. A broken cookie or token can make the library throw; it is as good as
 * none, or its owner could never sign in again. Throws only while the Auth server is needed and does not answer as it should, or in time:
 * to renew a session the library tries for half a minute, and a person would look at nothing for so long.
 */
export async function ifSignedIn<Result extends { data: unknown; error: AuthError | null }>(
  asked: Promise<Result>,
): Promise<Result['data'] | null> {
  try {
    const { data, error } = await inTime(asked)
    if (error) throw error
    return data
  } catch (error) {
    if (isAuthError(error) && !isRejection(error)) throw error
    return null
  }
}

function inTime<Result>(asked: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const error = new AuthRetryableFetchError('The Auth server did not respond in time.', 0)
    timer = setTimeout(() => reject(error), READ_TIMEOUT_MS)
  })
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}
