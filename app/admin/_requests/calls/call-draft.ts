import * as z from 'zod/mini'

/** Where this tab stores the call that is being booked for somebody. */
export const CALL_DRAFT = 'call-for-somebody'

const text = z._default(z.string(), '')
/** What is typed of it. The id is made once for each call, so that one that is sent twice is booked once. */
export const callDraft = z.object({
  requestId: z.string(),
  ...{ name: text, email: text, phone: text, package: text, message: text },
  ...{ date: text, start_time: text, end_time: text, isOther: z._default(z.boolean(), false) },
})
export type CallDraft = z.infer<typeof callDraft>

/** A call of which nothing is typed yet. */
export function newCall(): CallDraft {
  return callDraft.parse({ requestId: crypto.randomUUID() })
}
