import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

// The font sizes of theme.css. Without this list, tailwind-merge takes these `text-*` classes for colours.
const twMerge = extendTailwindMerge({
  extend: { theme: { text: ['lead', 'title', 'headline', 'price', 'display'] } },
})

/**
 * Joins class names. If two classes set the same property, the later one wins. Do not use this function in
 * client components of public pages, because it adds 8 KB to their scripts.
 */
export function cn(...classes: ClassValue[]): string {
  return twMerge(clsx(classes))
}
