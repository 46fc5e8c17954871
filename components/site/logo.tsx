/** The studio's mark: an island and the depths around it, as on a chart. Decorative; the name stands beside it, in `.wordmark`. */
export function Logo() {
  return (
    <svg width={32} height={32} aria-hidden>
      <use href="/logo.svg#mark" />
    </svg>
  )
}
