/**
 * The upper edge of a band of water: the shore and two depth lines, drawn over the section above.
 * `depth` is 0, 1 or 2.
 */
export function Shore({ depth }: { depth: number }) {
  return (
    <svg
      viewBox="0 0 1440 150"
      width={144}
      height={15}
      preserveAspectRatio="xMidYMax slice"
      aria-hidden
      className="shore"
    >
      <use href={`/chart.svg#shore-${depth}`} />
      <use href={`/chart.svg#shore-${depth}-depths`} />
    </svg>
  )
}
