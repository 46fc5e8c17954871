/**
 * The edge between a package's water and that of the one before it, which is less deep: on narrow
 * screens above it, on wide ones, where the packages stand side by side, the same line upright on its
 * left. `depth` is 1 or 2.
 */
export function Shore({ depth }: { depth: number }) {
  const lines = (
    <>
      <use href={`/chart.svg#shore-${depth}`} />
      <use href={`/chart.svg#shore-${depth}-depths`} />
    </>
  )
  return (
    <>
      <svg
        viewBox="0 0 1440 150"
        width={144}
        height={15}
        preserveAspectRatio="xMidYMax slice"
        aria-hidden
        className="shore lg:hidden"
      >
        {lines}
      </svg>
      <svg
        viewBox="0 0 150 1440"
        width={15}
        height={144}
        preserveAspectRatio="none"
        aria-hidden
        className="shore-upright"
      >
        <g transform="matrix(0 -1 1 0 0 1440)">{lines}</g>
      </svg>
    </>
  )
}
