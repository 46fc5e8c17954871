export function Logo() {
  return (
    <svg width={32} height={32} aria-hidden>
      <use href="/logo.svg#mark" />
    </svg>
  )
}
