import { type AuthError, AuthRetryableFetchError, isAuthError } from '@supabase/supabase-js'
import { inOneLine } from '../describe-error'
import { isRejection } from './verified-cookies'
import { READ_TIMEOUT_MS } from './server'

/**
 * Null if the caller is signed out, also for a malformed cookie or token, whose owner could otherwise never sign in
 * again. Throws if the Auth server fails or exceeds {@link READ_TIMEOUT_MS}; the library itself would retry for half a
 * minute.
 */
export async function ifSignedIn<Result extends { data: unknown; error: AuthError | null }>(
  call: Promise<Result>,
): Promise<Result['data'] | null> {
  try {
    const { data, error } = await inTime(call)
    if (error) throw error
    return data
  } catch (error) {
    if (isAuthError(error) && !isRejection(error)) throw inOneLine(error)
    return null
  }
}

function inTime<Result>(call: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const error = new AuthRetryableFetchError('The Auth server did not respond in time.', 0)
    timer = setTimeout(() => reject(error), READ_TIMEOUT_MS)
  })
  return Promise.race([call, late]).finally(() => clearTimeout(timer))
}
