/** Two presses within this time count as a double press. */
export const DOUBLE_PRESS_MS = 700

/**
 * Makes an element ignore the pointer for a moment, because it has just appeared under a pointer that pressed
 * something else. The element behind it does not take the focus either. Keys still work.
 */
export function ignorePresses(element: Element | null): void {
  element?.animate({ pointerEvents: ['none', 'none'] }, DOUBLE_PRESS_MS)
  const keepFocus = (event: MouseEvent) => (event.target as Node).contains(element) && event.preventDefault()
  addEventListener('mousedown', keepFocus, { signal: AbortSignal.timeout(DOUBLE_PRESS_MS) })
}
