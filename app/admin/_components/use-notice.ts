import type { ActionResult } from '../action-result'
import { useAdminAction } from './use-admin-action'
import type { Action } from './use-report'

/** Success removes the notice, so the focus moves to the next one in its list, or to `main`. */
export function useNotice() {
  const { run, pending } = useAdminAction()
  return {
    pending,
    run(action: Action, failure: string, onResult?: (result: ActionResult) => void) {
      const pressed = document.activeElement
      run(action, {
        failure,
        onResult(result) {
          onResult?.(result)
          // Whoever works elsewhere by now keeps the focus there.
          if (result.kind !== 'done' || document.activeElement !== pressed) return
          const next = pressed?.closest('li')?.nextElementSibling?.querySelector('button')
          const focused = next ?? document.getElementById('main')
          focused?.focus({ preventScroll: true })
        },
      })
    },
  }
}
