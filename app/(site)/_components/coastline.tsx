/** The y coordinates at x = 0, 250, 500 and 750, in a drawing 1000 wide and 300 high. */
export const headlands = [171, 140, 209, 170]

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
        <use href="/chart.svg#coast-sea-depths" />
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
