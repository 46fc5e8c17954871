import type { ZodError } from 'zod'
import { UserError } from '@/lib/user-error'

/** An error about invalid input, for the admin who typed it. */
export function invalidInput(message: string, error: ZodError): UserError {
  return new UserError(message, error.issues[0]?.message)
}
