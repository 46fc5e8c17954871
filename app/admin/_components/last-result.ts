import { readStorage, writeStorage } from '@/lib/browser-storage'
import type { ActionResult } from '../action-result'

/** Where this tab keeps it. */
const LAST_RESULT = 'last-result'
/** As long as a toast with a button is shown. */
const KEPT_MS = 12_000

/** Keeps a result with something next over a reload of the document; null forgets the last one. */
export function keepResult(result: ActionResult | null): void {
  const hasNext =
    result !== null && (('undo' in result && result.undo) || ('again' in result && result.again))
  const kept = hasNext ? JSON.stringify({ result, until: Date.now() + KEPT_MS }) : null
  writeStorage('sessionStorage', LAST_RESULT, kept)
}

/** The result that was kept a moment ago, once; null when there is none. */
export function takeResult(): ActionResult | null {
  const kept = readStorage('sessionStorage', LAST_RESULT)
  if (!kept) return null
  writeStorage('sessionStorage', LAST_RESULT, null)
  const { result, until } = JSON.parse(kept) as { result: ActionResult; until: number }
  return Date.now() < until ? result : null
}
