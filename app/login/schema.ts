import { z } from 'zod'

/**
 * The fields of the sign-in form. The e-mail in lower case, so that attempts count for the account
 * that the Auth server looks for.
 */
export const credentials = z.object({
  email: z.string().trim().toLowerCase().min(1).max(254),
  password: z.string().min(1).max(1_000),
})
export type Credentials = z.infer<typeof credentials>
