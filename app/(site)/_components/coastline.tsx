/** Where the four steps stand on the coast: how far down, of 300. A headland is at 0, 250, 500 and 750 across of 1000. */
export const headlands = [171, 140, 209, 170]

/** The coast across the page, land above and sea below; as wide as the steps, and running on to both edges of the window. */
export function Coastline() {
  return (
    <svg
      viewBox="0 0 1000 300"
      width={100}
      height={30}
      preserveAspectRatio="none"
      aria-hidden
      className="coastline"
    >
      <use href="/chart.svg#coast-sea" className="fill-muted" />
      <use href="/chart.svg#coast-depths" className="stroke-contour" />
      <use href="/chart.svg#coast-line" className="stroke-foreground stroke-2" />
    </svg>
  )
}

/** One stretch of the coast for a narrow screen, where it runs down the page beside the steps. */
export function CoastSegment({ odd }: { odd: boolean }) {
  const d = odd
    ? 'M20 0c6 9-3 14 2 22s-10 12-8 20-9 15-2 24 2 14 7 20-3 8 1 14'
    : 'M20 0c-2 8 7 11 3 19s6 13 1 22-13 11-11 20-8 14 0 22 5 10 7 17'
  return (
    <svg
      viewBox="0 0 40 100"
      width={20}
      height={50}
      preserveAspectRatio="none"
      aria-hidden
      className="coast-segment"
    >
      <path d={d} className="fill-none stroke-foreground stroke-2" />
    </svg>
  )
}
