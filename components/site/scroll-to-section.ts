import { ignorePresses } from '@/components/ignore-presses'

/** Ignores presses, because the second one of a double press would hit whatever passes under the pointer. */
export function scrollToSection(id: string): void {
  ignorePresses(document.getElementById('main'))
  setTimeout(() => {
    const section = document.getElementById(id)
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    section?.focus({ preventScroll: true })
    section?.scrollIntoView({ behavior: still ? 'instant' : 'smooth' })
  }, 100)
}
