/** Two presses within this time, in milliseconds, count as a double press. */
export const DOUBLE_PRESS_MS = 700

/**
 * For an element that has just appeared under a pointer that pressed something else. Keys still work, and the
 * element behind it does not take the focus either.
 */
export function ignorePresses(element: Element | null): void {
  element?.animate({ pointerEvents: ['none', 'none'] }, DOUBLE_PRESS_MS)
  const keepFocus = (event: MouseEvent) => (event.target as Node).contains(element) && event.preventDefault()
  addEventListener('mousedown', keepFocus, { signal: AbortSignal.timeout(DOUBLE_PRESS_MS) })
}
