/**
 * Opens a section with all sections inside it, scrolls to it and focuses its heading. The URL's hash stays,
 * because Next's next refresh would not fit another URL. Returns true if the section exists.
 */
export function showSection(id: string): boolean {
  const section = document.getElementById(id)
  const folds = section?.closest('summary')?.parentElement ?? section
  for (const fold of [folds, ...(section?.querySelectorAll('details[data-fold]') ?? [])])
    if (fold instanceof HTMLDetailsElement) fold.open = true
  const heading = section?.querySelector<HTMLElement>('h2[tabindex]') ?? section
  heading?.focus({ preventScroll: true })
  section?.scrollIntoView()
  return section !== null
}
