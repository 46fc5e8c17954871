/** Calls `act` once, when the element first comes into view. Returns what stops the watch. */
export function whenSeen(element: Element, act: () => void): () => void {
  const watcher = new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting) return
    watcher.disconnect()
    act()
  })
  watcher.observe(element)
  return () => watcher.disconnect()
}
