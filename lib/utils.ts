import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

// The font sizes of theme.css. tailwind-merge takes unknown `text-*` classes for colours.
const twMerge = extendTailwindMerge({
  extend: { theme: { text: ['lead', 'title', 'headline', 'price', 'display'] } },
})

/**
 * Joins class names; the later of two that set the same property wins. Not for client components of public
 * pages: it adds 8 KB to their script.
 */
export function cn(...classes: ClassValue[]): string {
  return twMerge(clsx(classes))
}
