/**
 * The edge between a package's water and the shallower one before it: above it on narrow screens, upright on
 * its left where the packages are side by side. `depth` is 1 or 2.
 */
export function Shore({ depth }: { depth: number }) {
  return (
    <svg width={144} height={15} aria-hidden className="shore">
      <use href={`/chart.svg#shore-${depth}`} />
      <use href={`/chart.svg#shore-${depth}-depths`} />
    </svg>
  )
}
