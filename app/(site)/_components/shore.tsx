/**
 * The edge between a package's water and that of the one before it, which is less deep: above it on
 * narrow screens; on wide ones, where the packages stand side by side, upright on its left. `depth` is
 * 1 or 2.
 */
export function Shore({ depth }: { depth: number }) {
  return (
    <svg width={144} height={15} aria-hidden className="shore">
      <use href={`/chart.svg#shore-${depth}`} />
      <use href={`/chart.svg#shore-${depth}-depths`} />
    </svg>
  )
}
