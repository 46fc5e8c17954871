import { z } from 'zod'
import { type BookingField, type Entries, NO_TIME } from './form'
import { type Choice, decodeChoice } from './slots'
import { CHECK_FIELDS, cleanLine, cleanText, lengthOf, limits, tooLong } from './text'

/** Who writes, and what. The first issue of a field is what stands beside it. */
export const senderSchema = z.object({
  name: z
    .string()
    .transform(cleanLine)
    .refine(Boolean, 'Your name is missing.')
    .refine((name) => lengthOf(name) <= limits.name, tooLong(limits.name)),
  email: z
    .string()
    .transform(cleanLine)
    .refine(Boolean, 'Your email address is missing.')
    .refine((email) => lengthOf(email) <= limits.email, tooLong(limits.email))
    .refine((email) => /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(email), 'Write it like name@example.com.'),
  message: z
    .string()
    .transform(cleanText)
    .refine((message) => lengthOf(message) <= limits.message, tooLong(limits.message))
    .transform((message) => message || null),
})

/** A submission that may be stored: a booking when there is a choice, else an inquiry (spec 5). A message is null when empty. */
export interface Submission {
  sender: z.infer<typeof senderSchema>
  choice: Choice | null
  requestId: string | undefined
}

/** What is wrong with a form: the sentence to show, and the fault of each field. */
export interface Faults {
  message: string
  fields: Partial<Record<BookingField, string>>
}

/** Judges the entries; never throws. */
export function parseEntries(entries: Entries): { submission: Submission } | { faults: Faults } {
  const choice = decodeChoice(entries.time)
  if (!choice && entries.time !== NO_TIME) {
    return { faults: { message: 'Please select a date and time for your booking', fields: {} } }
  }
  const sender = senderSchema.safeParse(entries)
  if (!sender.success) return { faults: faultsOf(sender.error, entries) }
  const requestId = z.guid().safeParse(entries.request_id).data
  return { submission: { sender: sender.data, choice, requestId } }
}

function faultsOf(error: z.ZodError<z.output<typeof senderSchema>>, entries: Entries): Faults {
  const { fieldErrors } = z.flattenError(error)
  const missing = !cleanLine(entries.name) || !cleanLine(entries.email)
  return {
    message: missing ? 'Please fill in your name and email' : CHECK_FIELDS,
    fields: Object.fromEntries(Object.entries(fieldErrors).map(([field, [first]]) => [field, first])),
  }
}
