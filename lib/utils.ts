import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

// The font sizes of theme.css. Without this list, tailwind-merge takes these `text-*` classes for colours.
const twMerge = extendTailwindMerge({
  extend: { theme: { text: ['lead', 'title', 'headline', 'price', 'display'] } },
})

/**
 * Joins class names. If two set the same property, the later wins. Not for client components of public pages:
 * this function adds 8 KB to their scripts.
 */
export function cn(...classes: ClassValue[]): string {
  return twMerge(clsx(classes))
}
