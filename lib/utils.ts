import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

// The sizes of theme.css; what is not known to it would be taken for a text colour.
const twMerge = extendTailwindMerge({
  extend: { theme: { text: ['lead', 'title', 'headline', 'price', 'display'] } },
})

/** Joins class names; of two that set the same thing the later one stays. Not for the scripts of public pages: it weighs 8 KB. */
export function cn(...classes: ClassValue[]): string {
  return twMerge(clsx(classes))
}
