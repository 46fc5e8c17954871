/** How long a second press of what was just pressed may come, in milliseconds. */
export const MOMENT_MS = 700

/**
 * Has an element ignore pointers for a moment, because it has just come under the finger that
 * pressed something else. Keys still work: the focus does not move by itself to what has come.
 */
export function ignorePresses(element: Element | null): void {
  element?.animate({ pointerEvents: ['none', 'none'] }, MOMENT_MS)
}
