import type { ZodError } from 'zod'
import { UserError } from '@/lib/user-error'

/** An error with the first problem of a form as its detail. */
export function invalidInput(message: string, error: ZodError): UserError {
  return new UserError(message, error.issues[0]?.message)
}
