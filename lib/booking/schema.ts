import { z } from 'zod'
import type { ActionState } from '../action-state'
import { type Choice, decodeChoice } from './slots'
import { cleanLine, cleanText, lengthOf, limits } from './text'

/** The form's inputs. `time` is an encoded choice or {@link NO_TIME}; `instead` names another choice after a refusal. */
export type BookingField = 'name' | 'email' | 'message' | 'time' | 'request_id'

/** What was stored. */
export type Sent =
  | { kind: 'booking'; id: string; status: string; date: string; start_time: string; end_time: string }
  | { kind: 'inquiry'; id: string; status: string }

/** What the form's action answers; after a refused time with the nearest free ones. */
export type BookingState = ActionState<BookingField, Sent> & { alternatives?: Choice[] }

/** The `time` of a plain inquiry. */
export const NO_TIME = 'none'

const atMost = (max: number) => ({
  check: (text: string) => lengthOf(text) <= max,
  message: `At most ${max.toLocaleString('en')} characters, please.`,
})
const name = atMost(limits.name)
const message = atMost(limits.message)

/** Who writes, and what. The message of an issue is what stands at its field. */
export const senderSchema = z.object({
  name: z
    .string()
    .transform(cleanLine)
    .refine(Boolean, 'Your name is missing.')
    .refine(name.check, name.message),
  email: z
    .string()
    .transform(cleanLine)
    .refine(Boolean, 'Your email address is missing.')
    .refine(isEmptyOrEmail, 'Write it like name@example.com.'),
  message: z
    .string()
    .transform(cleanText)
    .refine(message.check, message.message)
    .transform((text) => text || null),
})

/** A cleaned sender; `message` is null when empty (spec 5). */
export type Sender = z.infer<typeof senderSchema>

function isEmptyOrEmail(text: string): boolean {
  return text === '' || (lengthOf(text) <= limits.email && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text))
}

/** What the form was sent with, as typed. Files and absent fields read as empty. */
export function readEntries(form: FormData): Record<BookingField, string> {
  const text = (field: string) => {
    const value = form.get(field)
    return typeof value === 'string' ? value : ''
  }
  return {
    name: text('name'),
    email: text('email'),
    message: text('message'),
    time: text('instead') || text('time'),
    request_id: text('request_id'),
  }
}

/** A submission that may be stored: a booking when there is a choice, else an inquiry (spec 5). */
export interface Submission {
  sender: Sender
  choice: Choice | null
  requestId: string | undefined
}

/** Judges the entries. Never throws: what is wrong comes back as the sentence to show and the fault of each field. */
export function parseEntries(
  entries: Record<BookingField, string>,
): { submission: Submission } | { message: string; fields: Partial<Record<BookingField, string>> } {
  const choice = decodeChoice(entries.time)
  if (!choice && entries.time !== NO_TIME) {
    return { message: 'Please select a date and time for your booking', fields: {} }
  }
  const sender = senderSchema.safeParse(entries)
  if (!sender.success) {
    const { fieldErrors } = z.flattenError(sender.error)
    const fields = Object.fromEntries(Object.entries(fieldErrors).map(([field, [first]]) => [field, first]))
    const missing = !cleanLine(entries.name) || !cleanLine(entries.email)
    return {
      message: missing ? 'Please fill in your name and email' : 'Please check the marked fields.',
      fields,
    }
  }
  const requestId = z.guid().safeParse(entries.request_id)
  return { submission: { sender: sender.data, choice, requestId: requestId.data } }
}
