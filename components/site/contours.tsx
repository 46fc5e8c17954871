import { cn } from '@/lib/utils'

/**
 * Depth lines as on a sea chart, in the colour of the water they lie in. `className` places and sizes them, as 4:3;
 * `ground` colours what lies below them. Both lie under the whole page, and the drawing's own box is a hundredth of
 * what it paints, so that no text is judged against it; words stay readable where a line runs under them
 * (tests/unit/contrast). Used from a file: as a mask or a background they would count as the page's largest image.
 */
export function Contours({ className, ground }: { className: string; ground?: string }) {
  return (
    <>
      {ground && <div aria-hidden className={cn('absolute inset-0 -z-2', ground)} />}
      <div aria-hidden className={cn('contours pointer-events-none absolute -z-1 aspect-4/3', className)}>
        <svg
          viewBox="-8 -6 16 12"
          width={16}
          height={12}
          className="absolute top-1/2 left-1/2 h-auto w-[1%] -translate-1/2 overflow-visible fill-none stroke-contour"
        >
          <use href="/chart.svg#lines" transform="translate(-800 -600)" />
        </svg>
      </div>
    </>
  )
}
