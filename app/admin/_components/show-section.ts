/**
 * Scrolls to a section and focuses its heading. Returns false if no element has this id. Keeps the URL's hash,
 * because Next's refresh needs the URL that Next knows.
 */
export function showSection(id: string): boolean {
  const section = document.getElementById(id)
  const heading = section?.querySelector<HTMLElement>('h2[tabindex]') ?? section
  heading?.focus({ preventScroll: true })
  section?.scrollIntoView()
  return section !== null
}
