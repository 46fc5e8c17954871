/** Where the four steps stand on the coast: how far down, of 300. A headland is at 0, 250, 500 and 750 across of 1000. */
export const headlands = [171, 140, 209, 170]

/**
 * The coast across the page, land above and sea below; as wide as the steps, and running on to both edges of the window. On a narrow screen
 * only its line, down the page beside the steps.
 */
export function Coastline() {
  return (
    <>
      <svg
        viewBox="0 0 1000 300"
        width={100}
        height={30}
        preserveAspectRatio="none"
        aria-hidden
        className="coastline"
      >
        <use href="/chart.svg#coast-sea" />
        <use href="/chart.svg#coast-depths" />
        <use href="/chart.svg#coast-line" />
      </svg>
      <svg
        viewBox="0 0 40 400"
        width={20}
        height={50}
        preserveAspectRatio="none"
        aria-hidden
        className="coast-down"
      >
        <use href="/chart.svg#coast-down" />
      </svg>
    </>
  )
}
