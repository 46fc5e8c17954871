/**
 * Opens a section, scrolls to it and focuses its heading. Without the URL's hash, because the next
 * refresh would treat another URL as another page. Returns whether it is there.
 */
export function showSection(id: string): boolean {
  const heading = document.getElementById(id)
  heading?.closest('summary')?.parentElement?.setAttribute('open', '')
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView()
  return heading !== null
}
