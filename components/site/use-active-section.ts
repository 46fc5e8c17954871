import { useEffect, useState } from 'react'

/** The last section whose top is above one third of the viewport. `ids` are in page order. */
export function useActiveSection(ids: readonly string[], enabled: boolean): string | null {
  const [active, setActive] = useState<string | null>(null)
  useEffect(() => {
    if (!enabled) return
    let frame = 0
    const measure = () => {
      frame = 0
      const reached = ids.filter((id) => {
        const section = document.getElementById(id)
        return section && section.getBoundingClientRect().top <= innerHeight / 3
      })
      setActive(reached.at(-1) ?? null)
    }
    const onScroll = () => {
      frame ||= requestAnimationFrame(measure)
    }
    onScroll()
    addEventListener('scroll', onScroll, { passive: true })
    addEventListener('resize', onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', onScroll)
      removeEventListener('resize', onScroll)
    }
  }, [ids, enabled])
  return enabled ? active : null
}
