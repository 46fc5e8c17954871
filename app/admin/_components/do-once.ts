import type { ActionResult } from '../action-result'

/** By request id: the last input that got no response. */
const unanswered = new Map<string, { key: string; formId: string }>()

/**
 * The database stores each `formId` once. A second call with the same input and `revision`, after a lost
 * response, has the same `formId`.
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
  if (result.kind !== 'lost') unanswered.delete(input.id)
  return result
}
