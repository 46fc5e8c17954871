/** Decorative, because `.wordmark` shows the studio's name beside it. */
export function Logo() {
  return (
    <svg width={32} height={32} aria-hidden>
      <use href="/logo.svg#mark" />
    </svg>
  )
}
