/**
 * Scrolls to a section after 100 ms and focuses it, so that the next Tab goes on from there. Without smooth scrolling for people who prefer
 * reduced motion.
 */
export function scrollToSection(id: string): void {
  setTimeout(() => {
    const section = document.getElementById(id)
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    section?.focus({ preventScroll: true })
    section?.scrollIntoView({ behavior: still ? 'instant' : 'smooth' })
  }, 100)
}
