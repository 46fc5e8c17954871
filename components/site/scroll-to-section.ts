import { ignorePresses } from '@/components/ignore-presses'

/**
 * Scrolls to a section after 100 ms, smoothly unless the visitor prefers reduced motion, and moves the focus
 * to the section. Ignores presses for a moment, because the second press of a double press would hit whatever
 * passes under the pointer.
 */
export function scrollToSection(id: string): void {
  ignorePresses(document.getElementById('main'))
  setTimeout(() => {
    const section = document.getElementById(id)
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    section?.focus({ preventScroll: true })
    section?.scrollIntoView({ behavior: still ? 'instant' : 'smooth' })
  }, 100)
}
