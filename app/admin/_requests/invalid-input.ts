import type { ZodError } from 'zod'
import { UserError } from '@/lib/user-error'

/** What is wrong with what was typed, for the one who typed it. */
export function invalidInput(message: string, error: ZodError): UserError {
  return new UserError(message, error.issues[0]?.message)
}
