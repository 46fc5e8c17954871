import { z } from 'zod'
import { cleanEmail } from '@/lib/text'

/**
 * The fields of the sign-in form. The e-mail becomes lower case, so that attempts count for the same account
 * that the Auth server looks up.
 */
export const credentials = z.object({
  email: z
    .string()
    .transform((email) => cleanEmail(email).toLowerCase())
    .pipe(z.string().min(1).max(254)),
  password: z.string().min(1).max(1_000),
})
export type Credentials = z.infer<typeof credentials>
