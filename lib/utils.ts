/**
 * Joins class names, leaving out what is false. A primitive's `className` is for its place in the layout
 * (margin, width, grid cell), never for its look: looks are variants, so no conflict has to be resolved in the
 * visitor's browser (tailwind-merge alone would cost the public pages 8 KB).
 */
export function cn(...classes: (string | false | null | undefined)[]): string {
  return classes.filter(Boolean).join(' ')
}
