/** Whether an element is displayed. */
export const isShown = (element: Element) => element.getClientRects().length > 0

/** Opens the section of the page that holds an element, where it is folded. */
export function unfold(element: Element | null | undefined): void {
  const button = element?.closest('section')?.querySelector<HTMLButtonElement>('h2 > button[aria-controls]')
  const content = document.getElementById(button?.getAttribute('aria-controls') ?? '')
  // What is displayed, not what the button says: that follows once the page is hydrated.
  if (content && !isShown(content)) button?.click()
}

/**
 * Opens a section, scrolls to it and focuses its heading. Without the URL's hash, because the next
 * refresh would treat another URL as another page. Returns whether it is there.
 */
export function showSection(id: string): boolean {
  const heading = document.getElementById(id)
  unfold(heading)
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView()
  return heading !== null
}
