import type { ActionResult } from '../action-result'

/** By request id: the last input without a response. */
const unanswered = new Map<string, { key: string; formId: string }>()

/**
 * Runs an action at most once, even when it is sent again after a lost response: the database stores each
 * `formId` once. The second call reuses the `formId` if its input and the request's `revision` are the same.
 */
export async function doOnce<Input extends { id: string }>(
  action: (input: Input & { formId: string }) => Promise<ActionResult>,
  input: Input,
  revision: number,
): Promise<ActionResult> {
  const key = JSON.stringify([revision, input])
  const last = unanswered.get(input.id)
  const formId = last?.key === key ? last.formId : crypto.randomUUID()
  unanswered.set(input.id, { key, formId })
  const result = await action({ ...input, formId })
  if (!('isLost' in result)) unanswered.delete(input.id)
  return result
}
