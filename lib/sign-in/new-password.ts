import {
  type AuthError,
  isAuthRetryableFetchError,
  isAuthSessionMissingError,
  isAuthWeakPasswordError,
} from '@supabase/supabase-js'
import { lengthOf } from '../text'

/** At least 12 characters and at most 72 bytes (bcrypt's limit). */
export function newPasswordError(password: string): string | null {
  if (lengthOf(password) < 12) return 'Please choose a password of 12 characters or more.'
  if (new TextEncoder().encode(password).length > 72)
    return 'Please choose a shorter password: at most 72 letters and digits.'
  return null
}

export const passwordProblems = {
  length: 'The password is too short. Please choose a longer one.',
  characters: 'Please use small and capital letters, digits and signs.',
  pwned: 'This password is in lists of stolen ones. Please choose another.',
  same: 'That is the password you have now. Please choose another.',
  current: 'The present password is not right.',
  tooMany: 'There were too many attempts. Please wait five minutes and try again.',
  busy: 'There were too many attempts. Please try again in a minute.',
  reauthentication: 'Please log out and sign in again, then change the password.',
  secondFactor: 'Please type the code from your phone.',
  lost: 'No response came, so it is not known whether the password was changed. Please enter the same one once more.',
  failed: 'The password was not changed. Please try again.',
} as const
export type PasswordProblem = keyof typeof passwordProblems

const byCode: Record<string, PasswordProblem> = {
  same_password: 'same',
  current_password_invalid: 'current',
  current_password_required: 'current',
  invalid_credentials: 'current',
  reauthentication_needed: 'reauthentication',
  insufficient_aal: 'secondFactor',
}

/** For an error of `updateUser`. 'ended': the session has ended or the account is banned. */
export function passwordProblem(error: AuthError): PasswordProblem | 'ended' {
  if (isAuthSessionMissingError(error) || error.code === 'user_banned') return 'ended'
  if (isAuthWeakPasswordError(error)) return error.reasons.find((reason) => reason !== 'length') ?? 'length'
  // Also for an error of a gateway: the Auth server behind the gateway may have changed the password.
  if (isAuthRetryableFetchError(error) || !error.status) return 'lost'
  if (error.status === 429) return 'busy'
  return byCode[error.code ?? ''] ?? 'failed'
}
