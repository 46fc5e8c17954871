/**
 * The y coordinates of the drawing's four headlands; it is 300 high. Their x coordinates are 0, 250, 500 and
 * 750 of 1000.
 */
export const headlands = [171, 140, 209, 170]

/**
 * The coastline between land and sea. On a wide screen it runs across the page, to both edges of the window;
 * on a narrow one down the page, beside the steps.
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
