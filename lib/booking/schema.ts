import { z } from 'zod'
import { ERASED_EMAIL } from '../requests/request'
import { type BookingField, type Entries, NO_TIME } from './form'
import { decodeSlot, type TimeSlot } from './slots'
import { CHECK_FIELDS, cleanLine, cleanText, lengthOf, limits, tooLong } from './text'
import { readPackage } from './view'

const LABEL = /^[a-z\d\u0080-\u{10FFFF}-]+$/iu
// By these a mail program or server reads an address as another: quotes, comments, brackets, a second dot, and what it leaves out.
const READ_OTHERWISE = /["(),:;<>\\[\]\u3002\p{Default_Ignorable_Code_Point}]/u

/**
 * Whether a text has the form of an e-mail address, as `private.check_sender` has it in the database: one "@"; before it 1-64 characters
 * without spaces, after it at least two labels of letters, digits and hyphens (or anything beyond ASCII), the last of two characters or
 * more; no dot at an end of either part or next to another. What would be mailed to a mailbox that has another spelling is none, or its caps
 * would be nobody's.
 */
export function isEmail(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@')
  const labels = domain.split('.')
  return (
    more.length === 0 &&
    text.normalize('NFKC') === text &&
    !READ_OTHERWISE.test(text) &&
    text.toLowerCase() !== ERASED_EMAIL &&
    lengthOf(local) <= 64 &&
    !/\s/.test(local) &&
    local.split('.').every(Boolean) &&
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label)) &&
    lengthOf(labels.at(-1) ?? '') >= 2
  )
}

/** At most so many characters; what is longer is not looked at any further. */
const atMost = (max: number) =>
  [(text: string) => lengthOf(text) <= max, { error: tooLong(max), abort: true }] as const

/** A phone number as `private.check_details` has it in the database: 6 to 30 characters, digits with the signs that people put between them. */
const PHONE = /^[+(0-9][0-9 ()./-]{4,28}[0-9]$/

/** Who writes, and what. The first issue of a field is what stands beside it. */
export const senderSchema = z.object({
  name: z
    .string()
    .transform(cleanLine)
    .refine(Boolean, 'Your name is missing.')
    .refine(...atMost(limits.name)),
  email: z
    .string()
    .transform(cleanLine)
    .refine(Boolean, { error: 'Your email address is missing.', abort: true })
    .refine(...atMost(limits.email))
    .refine(isEmail, 'Write it like name@example.com.'),
  phone: z
    .string()
    .transform(cleanLine)
    .refine((phone) => !phone || PHONE.test(phone), 'Write it like +64 21 123 4567.')
    .transform((phone) => phone || null),
  message: z
    .string()
    .transform(cleanText)
    .refine(...atMost(limits.message))
    .transform((message) => message || null),
})

/** A submission that may be stored: a booking when there is a slot, else an inquiry. Phone and message are null when empty. */
export interface Submission {
  sender: z.infer<typeof senderSchema>
  slot: TimeSlot | null
  package: ReturnType<typeof readPackage>
  requestId: string | undefined
}

/** What is wrong with a form: one sentence for the whole, and an error for each invalid field. */
export interface FormErrors {
  message: string
  fields: Partial<Record<BookingField, string>>
}

/** Checks the entries; `today` is the studio's. Never throws. */
export function parseEntries(
  entries: Entries,
  today: string,
): { submission: Submission } | { errors: FormErrors } {
  const slot = decodeSlot(entries.time, today)
  if (!slot && entries.time !== NO_TIME) {
    return { errors: { message: 'Please select a date and time for your booking', fields: {} } }
  }
  const sender = senderSchema.safeParse(entries)
  if (!sender.success) return { errors: toFormErrors(sender.error, entries) }
  const requestId = z.guid().safeParse(entries.request_id).data
  return { submission: { sender: sender.data, slot, package: readPackage(entries.package), requestId } }
}

function toFormErrors(error: z.ZodError<z.output<typeof senderSchema>>, entries: Entries): FormErrors {
  const { fieldErrors } = z.flattenError(error)
  const missing = !cleanLine(entries.name) || !cleanLine(entries.email)
  return {
    message: missing ? 'Please fill in your name and email' : CHECK_FIELDS,
    fields: Object.fromEntries(Object.entries(fieldErrors).map(([field, [first]]) => [field, first])),
  }
}
