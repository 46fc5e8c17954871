import type { ActionResult, RequestRevision } from '../action-result'

/**
 * Refreshes the page for every event but those of one's own changes, which the action's response has
 * shown. `watch` gets each action, `onChange` each event, or none when some may have been missed.
 */
export function trackOwnChanges(refresh: () => Promise<void>) {
  const own = new Map<string, number>()
  let running: Promise<unknown> = Promise.resolve()

  function watch(action: Promise<ActionResult>): Promise<ActionResult> {
    const noted = action.then((result) => {
      const changed = ('changed' in result && result.changed) || []
      for (const { id, revision } of changed) own.set(id, revision)
    })
    running = Promise.allSettled([running, noted])
    return action
  }

  async function onChange(event?: RequestRevision): Promise<void> {
    if (event)
      await running // the response says whose it is; Next refreshes nothing before it either
    else own.clear()
    const mine = own.get(event?.id ?? '') ?? -1
    if (!event || event.revision > mine) return refresh()
    // What follows at the same revision is something else, such as a mail that went out.
    if (event.revision === mine) own.delete(event.id)
  }
  return { watch, onChange }
}
