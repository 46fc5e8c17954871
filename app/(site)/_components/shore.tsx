/** The drawn edge between the water of package `depth` (1 or 2) and that of the package before. */
export function Shore({ depth }: { depth: number }) {
  return (
    <svg width={144} height={15} aria-hidden className="shore">
      <use href={`/chart.svg#shore-${depth}`} />
      <use href={`/chart.svg#shore-${depth}-depths`} />
    </svg>
  )
}
