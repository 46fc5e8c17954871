/**
 * Calls `act` once, when the element first comes into view, or within `margin` of the view (`rootMargin` of
 * an IntersectionObserver). Returns a function that stops observing.
 */
export function whenVisible(element: Element, act: () => void, margin = '0px'): () => void {
  const watcher = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return
      watcher.disconnect()
      act()
    },
    { rootMargin: margin },
  )
  watcher.observe(element)
  return () => watcher.disconnect()
}
