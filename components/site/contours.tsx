/**
 * Depth lines as on a sea chart, in the colour of the water around them. `className` gives them place and
 * size, as 4:3; `ground` is a class for the background below them. Words stay readable over a line
 * (tests/unit/contrast). The look is `.contours` in marks.css.
 */
export function Contours({ className, ground }: { className: string; ground?: string }) {
  return (
    <>
      {ground && <div aria-hidden className={`absolute inset-0 -z-2 ${ground}`} />}
      <div aria-hidden className={`contours ${className}`}>
        <svg viewBox="-8 -6 16 12" width={16} height={12}>
          <use href="/chart.svg#lines" />
        </svg>
      </div>
    </>
  )
}
