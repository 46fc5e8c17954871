/**
 * Scrolls to a section after 100 ms, smoothly unless reduced motion is preferred, and moves the
 * focus to it.
 */
export function scrollToSection(id: string): void {
  setTimeout(() => {
    const section = document.getElementById(id)
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    section?.focus({ preventScroll: true })
    section?.scrollIntoView({ behavior: still ? 'instant' : 'smooth' })
  }, 100)
}
