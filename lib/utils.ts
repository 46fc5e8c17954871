import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

// The sizes of theme.css. Without this list, tailwind-merge takes these `text-*` classes for colours.
const twMerge = extendTailwindMerge({
  extend: { theme: { text: ['lead', 'title', 'headline', 'price', 'display'] } },
})

/** The later of two classes for one property wins. Not for public client components: it adds 8 KB to their scripts. */
export function cn(...classes: ClassValue[]): string {
  return twMerge(clsx(classes))
}
