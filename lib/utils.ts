import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

// The font sizes of theme.css. tailwind-merge takes unknown `text-*` classes for colours.
const twMerge = extendTailwindMerge({
  extend: { theme: { text: ['lead', 'title', 'headline', 'price', 'display'] } },
})

/**
 * Joins class names. If two set the same property, the later wins. Not for client components of public pages:
 * it adds 8 KB to their script.
 */
export function cn(...classes: ClassValue[]): string {
  return twMerge(clsx(classes))
}
