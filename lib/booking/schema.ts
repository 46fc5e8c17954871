import { z } from 'zod'
import { place } from '../content/place'
import { ERASED_EMAIL } from '../statuses'
import { type BookingField, type Entries, NO_TIME } from './form'
import { decodeSlot, type TimeSlot } from './slots'
import { CHECK_FIELDS, limits } from './form'
import { atMost, cleanEmail, cleanLine, cleanPhone, lengthOf } from '../text'
import { line, lines } from '../typed-text'
import { readFit } from '../start/answers'
import { priceSeen } from '../start/price'
import { readPackage } from './address'

const LABEL = /^[a-z\d\u0080-\u{10FFFF}-]+$/iu
// These allow several spellings of one mailbox, and the database limits requests per address.
const AMBIGUOUS = /["(),:;<>\\[\]\u3002\p{Default_Ignorable_Code_Point}]/u

/** The rules of `private.check_sender` in the database. False for a second spelling of a mailbox. */
export function isEmail(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@')
  const labels = domain.split('.')
  return (
    more.length === 0 &&
    text.normalize('NFKC') === text &&
    !AMBIGUOUS.test(text) &&
    text.toLowerCase() !== ERASED_EMAIL &&
    lengthOf(local) <= 64 &&
    !/\s/.test(local) &&
    local.split('.').every(Boolean) &&
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label)) &&
    lengthOf(labels.at(-1) ?? '') >= 2
  )
}

/** The rule of `private.check_details` in the database. */
const PHONE = /^[+(0-9][0-9 ()./-]{4,28}[0-9]$/

export const senderFields = (your: 'Your' | 'The') => ({
  name: line(limits.name, `${your} name is missing.`),
  email: z
    .string()
    .transform(cleanEmail)
    .refine(Boolean, { error: `${your} email address is missing.`, abort: true })
    .refine(...atMost(limits.email))
    .refine(isEmail, 'Write it like name@example.com.'),
  phone: z
    .string()
    .transform(cleanPhone)
    .refine((phone) => !phone || PHONE.test(phone), `Write it like ${place.phoneExample}.`)
    .transform((phone) => phone || undefined),
  message: lines(limits.message).transform((message) => message || null),
})
export const senderSchema = z.object(senderFields('Your'))

/** A booking if it has a slot, else an inquiry. An undefined detail is left out of the JSON. */
export interface Submission {
  sender: { name: string; email: string; message: string | null }
  slot: TimeSlot | null
  details: {
    package: string | undefined
    fit: string | undefined
    price_seen: string | undefined
    phone: string | undefined
  }
  requestId: string | undefined
}

export interface FormErrors {
  message: string
  fields: Partial<Record<BookingField, string>>
}

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
  const { phone, ...rest } = sender.data
  const chosen = readPackage(entries.package) ?? undefined
  const answered = readFit(entries.fit)
  const details = {
    package: chosen,
    fit: answered?.fit,
    // From the site's own list, never from the browser.
    price_seen: chosen && priceSeen(chosen, answered?.given.after),
    phone: slot ? phone : undefined,
  }
  return { submission: { sender: rest, slot, details, requestId } }
}

function toFormErrors(error: z.ZodError<z.output<typeof senderSchema>>, entries: Entries): FormErrors {
  const { fieldErrors } = z.flattenError(error)
  const missing = !cleanLine(entries.name) || !cleanEmail(entries.email)
  return {
    message: missing ? 'Please fill in your name and email' : CHECK_FIELDS,
    fields: Object.fromEntries(Object.entries(fieldErrors).map(([field, [first]]) => [field, first])),
  }
}
