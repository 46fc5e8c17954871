import type { ActionResult } from '../action-result'

/** By request, the last press on it, until its answer came. */
const unanswered = new Map<string, { key: string; formId: string }>()

/**
 * Sends a press with an id, by which the database does it once. Pressed again after its answer was lost, it has the same
 * id, as long as the page shows the same revision of the request: every act makes one, and what is shown then is pressed
 * anew.
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
