import { z } from 'zod'
import { senderSchema } from '../booking/schema'
import { decodeSlot } from '../booking/slots'
import { manage } from '../content/manage'
import { dateAt } from '../dates'
import { lines } from '../typed-text'
import { MAX_REASON, type ManageEntries, type ManageField } from './form'

/** The `calendar_sequence` that the page showed. An invalid value becomes -1, which no booking has. */
const sequence = z.string().transform((text) => (/^\d{1,9}$/.test(text) ? Number(text) : -1))
const reason = lines(MAX_REASON).transform((text) => text || null)
// A text that cannot be an address gets its own error and uses up no try.
const { email } = senderSchema.shape
const slot = z.string().transform((text, context) => {
  const chosen = decodeSlot(text, dateAt())
  if (chosen) return chosen
  context.addIssue(manage.move.missing)
  return z.NEVER
})

const change = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('cancel'), sequence, reason }),
  z.object({ intent: z.literal(['move', 'take']), sequence, time: slot }),
  z.object({ intent: z.literal('erase'), email }),
  z.object({ intent: z.literal('erase-now'), email }),
])

export type ManageChange = z.infer<typeof change>

/** `field` is absent only if the form is forged. */
export function parseChange(
  entries: ManageEntries,
): { change: ManageChange } | { field?: ManageField; message?: string } {
  const parsed = change.safeParse(entries)
  if (parsed.success) return { change: parsed.data }
  const [issue] = parsed.error.issues
  const field = issue?.path[0] as keyof ManageEntries | undefined
  return field === 'intent' ? {} : { field, message: issue?.message }
}
