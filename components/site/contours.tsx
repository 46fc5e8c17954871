/** Depth lines as on a sea chart (`.contours` in marks.css). */
export function Contours({
  className,
  edge,
  ground,
}: {
  /** The place and size, with the ratio 4:3. */
  className: string
  /** A gradient that keeps the lines away from words, from `#0000` (no lines) to `#000`. */
  edge?: string
  ground?: string
}) {
  return (
    <>
      {ground && <div aria-hidden className={`absolute inset-0 -z-2 ${ground}`} />}
      <div
        aria-hidden
        className={`contours ${className}`}
        style={edge ? ({ '--edge': `linear-gradient(${edge})` } as React.CSSProperties) : undefined}
      >
        <svg viewBox="-8 -6 16 12" width={16} height={12}>
          <use href="/chart.svg#lines" />
        </svg>
      </div>
    </>
  )
}
