/**
 * The studio's mark: an island with depth lines. Decorative, because the name is beside it, in
 * `.wordmark`.
 */
export function Logo() {
  return (
    <svg width={32} height={32} aria-hidden>
      <use href="/logo.svg#mark" />
    </svg>
  )
}
