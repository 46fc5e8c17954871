import { cn } from '@/lib/utils'

/**
 * Depth lines as on a sea chart, in the colour of the water they lie in. `className` places and sizes them. Used from
 * a file rather than as a mask or a background: those would count as the page's largest image and hold its paint back.
 */
export function Contours({ className }: { className: string }) {
  return (
    <svg
      viewBox="0 0 1600 1200"
      aria-hidden
      className={cn('contours pointer-events-none absolute max-w-none fill-none stroke-contour', className)}
    >
      <use href="/contours.svg#lines" />
    </svg>
  )
}
