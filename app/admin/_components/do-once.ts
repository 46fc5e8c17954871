import type { ActionResult } from '../action-result'

/** By request id: the last press without a response. */
const unanswered = new Map<string, { key: string; formId: string }>()

/**
 * Sends a press with a `formId`, by which the database runs it only once. A press after a lost response
 * reuses the `formId` if the request's `revision` is the same: with a newer revision it is a new act.
 */
export async function doOnce<Press extends { id: string }>(
  action: (press: Press & { formId: string }) => Promise<ActionResult>,
  press: Press,
  revision: number,
): Promise<ActionResult> {
  const key = JSON.stringify([revision, press])
  const last = unanswered.get(press.id)
  const formId = last?.key === key ? last.formId : crypto.randomUUID()
  unanswered.set(press.id, { key, formId })
  const result = await action({ ...press, formId })
  if (!('isLost' in result)) unanswered.delete(press.id)
  return result
}
