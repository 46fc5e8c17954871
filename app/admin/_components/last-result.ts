import { readStorage, writeStorage } from '@/lib/browser-storage'
import type { ActionResult } from '../action-result'

/** Where this tab keeps it. */
const LAST_RESULT = 'last-result'
/** As long as a toast is shown, with a button and without. */
const [WITH_BUTTON_MS, WITHOUT_MS] = [12_000, 6_000]

interface StoredResult {
  result: ActionResult
  until: number
}

/** Stores a result that is shown in a toast over a reload of the document; null forgets the last one. */
export function storeResult(result: ActionResult | null): void {
  if (!result || !('message' in result || 'failed' in result)) {
    writeStorage('sessionStorage', LAST_RESULT, null)
    return
  }
  const until = Date.now() + (hasNext(result) ? WITH_BUTTON_MS : WITHOUT_MS)
  writeStorage('sessionStorage', LAST_RESULT, JSON.stringify({ result: shown(result), until }))
}

/** Forgets this result, which somebody has read and closed; not one that was stored since. */
export function forgetResult(result: ActionResult): void {
  const stored = readStorage('sessionStorage', LAST_RESULT)
  if (stored && JSON.stringify((JSON.parse(stored) as StoredResult).result) === JSON.stringify(shown(result)))
    storeResult(null)
}

/**
 * The result that was stored a moment ago, once; null when there is none. Who loads the page again has
 * read it, and gets only what can be pressed; when a new site does, it was shown for a moment only.
 */
export function takeResult(): ActionResult | null {
  const stored = readStorage('sessionStorage', LAST_RESULT)
  if (!stored) return null
  writeStorage('sessionStorage', LAST_RESULT, null)
  const { result, until } = JSON.parse(stored) as StoredResult
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (page?.type === 'reload' && !hasNext(result)) return null
  return Date.now() < until ? result : null
}

// Without what was only to be copied, such as a secret address.
function shown(result: ActionResult): ActionResult {
  return { ...result, copy: undefined }
}

function hasNext(result: ActionResult): boolean {
  return Boolean(('undo' in result && result.undo) || ('again' in result && result.again))
}
