/** False without such a section. Keeps the URL's hash, because Next's refresh needs the URL that it knows. */
export function showSection(id: string): boolean {
  const section = document.getElementById(id)
  const heading = section?.querySelector<HTMLElement>('h2[tabindex]') ?? section
  heading?.focus({ preventScroll: true })
  section?.scrollIntoView()
  return section !== null
}
