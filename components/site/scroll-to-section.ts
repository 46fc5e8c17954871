/**
 * Scrolls to a section after about 100 ms, and puts the focus into it, so that
 * the next Tab goes on from there. At once, without gliding, for people who asked for less motion.
 */
export function scrollToSection(id: string): void {
  setTimeout(() => {
    const section = document.getElementById(id)
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    section?.focus({ preventScroll: true })
    section?.scrollIntoView({ behavior: still ? 'instant' : 'smooth' })
  }, 100)
}
