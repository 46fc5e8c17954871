/** Calls `act` once. `margin` is an IntersectionObserver's `rootMargin`. Returns a function that stops the waiting. */
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
