/**
 * The drawn edge between the water of package `depth` (1 or 2) and the shallower water of the package before:
 * above the package on narrow screens, on its left where the packages stand side by side.
 */
export function Shore({ depth }: { depth: number }) {
  return (
    <svg width={144} height={15} aria-hidden className="shore">
      <use href={`/chart.svg#shore-${depth}`} />
      <use href={`/chart.svg#shore-${depth}-depths`} />
    </svg>
  )
}
