/**
 * Depth lines as on a sea chart, in the colour of the water around them (`.contours` in marks.css).
 * `className` sets place and size, with the ratio 4:3, and a mask `--edge` that keeps the lines away from words;
 * `ground` is the class of a background below the lines.
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
