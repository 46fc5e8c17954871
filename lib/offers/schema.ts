import { z } from 'zod'
import { offerPage } from '../content/offer'
import { senderSchema } from '../booking/schema'
import { atMost } from '../text'
import { lines, optionalLines } from '../typed-text'
import { draftLimits } from './form'
import { type OfferEntries, type OfferField, offerLimits } from './form'

// 1. The founder's form. The database stores the form as typed; parseOffer validates it before sending.

const line = z
  .string()
  .transform((text) => text.replace(/\s+/g, ' '))
  .refine(...atMost(draftLimits.line * 2))
const text = lines(draftLimits.text)

/**
 * As typed. `forName`, `forCompany` and `forAddress` name the recipient; only the mail has `words`. `included` and
 * `excluded` have one item per line. Dates are `YYYY-MM-DD` or ''.
 */
const draft = z.object({
  title: line,
  forName: line,
  forCompany: line,
  forAddress: line,
  about: text,
  lines: z.array(z.object({ text: line, amount: line })).max(draftLimits.items),
  /** The tax. Stored drafts have these two names. */
  gst: z.enum(['added', 'zero']),
  gstReason: line,
  included: text,
  excluded: text,
  weeks: line,
  start: line,
  payments: z.array(z.object({ text: line, percent: line })).max(draftLimits.items),
  terms: text,
  validUntil: line,
  words: text,
  /** The site reminds the recipient two days before the offer's last day. */
  followsUp: z.boolean(),
})

/** Null if the stored draft has an unexpected shape. */
export function readDraft(stored: unknown) {
  return draft.safeParse(stored).data ?? null
}

/** `id` is the request's id, `seen` the draft's revision when the form opened. */
export const draftChange = z.object({ id: z.uuid(), seen: z.int().min(0), draft })
export type DraftChange = z.infer<typeof draftChange>

// 2. The visitor's forms

const version = z.string().transform((typed) => (/^\d{1,3}$/.test(typed) ? Number(typed) : -1))
const sha256 = z.string()
// A text that cannot be an address gets its own error and uses up no try.
const { name, email } = senderSchema.shape

const answer = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('accept'),
    ...{ version, sha256 },
    agree: z.string().refine(Boolean, offerPage.missing),
    ...{ name, email },
  }),
  z.object({
    intent: z.literal('decline'),
    ...{ version, sha256 },
    email,
    reason: optionalLines(offerLimits.reason),
  }),
])

export type OfferAnswer = z.infer<typeof answer>

/** `field` is absent only if the form is forged. */
export function parseAnswer(
  entries: OfferEntries,
): { answer: OfferAnswer } | { field?: OfferField; message?: string } {
  const parsed = answer.safeParse(entries)
  if (parsed.success) return { answer: parsed.data }
  const [issue] = parsed.error.issues
  const field = issue?.path[0] as OfferField | undefined
  return field === 'intent' ? {} : { field, message: issue?.message }
}
