import { z } from 'zod'

/** The fields of the sign-in form. */
export const credentials = z.object({
  email: z.string().trim().min(1).max(254),
  password: z.string().min(1).max(1_000),
})
export type Credentials = z.infer<typeof credentials>
