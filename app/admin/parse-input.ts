import 'server-only'
import type { z } from 'zod'
import { UserError } from '@/lib/user-error'

/** Parses what an admin has typed. Throws a `UserError` that shows the first problem. */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  failure: string,
): z.output<Schema> {
  const parsed = schema.safeParse(input)
  if (!parsed.success) throw new UserError(failure, parsed.error.issues[0]?.message)
  return parsed.data
}
