/** Opens the section of the page that holds an element, where it is folded. */
export function unfold(element: Element | null | undefined): void {
  element?.closest('section')?.querySelector<HTMLButtonElement>('h2 > button[aria-expanded=false]')?.click()
}

/**
 * Opens a section, scrolls to it and focuses its heading. Without the URL's hash, because the next
 * refresh would treat another URL as another page.
 */
export function showSection(id: string): void {
  const heading = document.getElementById(id)
  unfold(heading)
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView()
}
