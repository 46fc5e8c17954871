import { ignorePresses } from '@/components/ignore-presses'

/**
 * Scrolls to a section after 100 ms, smoothly unless reduced motion is preferred, and moves the
 * focus to it. Of a double press on a link the second one hits nothing that passes under the
 * pointer.
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
