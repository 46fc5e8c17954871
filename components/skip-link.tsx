export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-50 -translate-y-20 rounded-full bg-foreground px-4 py-2 text-sm font-semibold text-background focus:translate-y-0"
    >
      Skip to content
    </a>
  )
}
