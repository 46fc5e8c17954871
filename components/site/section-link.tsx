'use client'

import { usePathname } from 'next/navigation'
import { paths } from '@/lib/paths'
import type { SectionId } from '@/lib/content/sections'
import type { PackageId } from '@/lib/content/package-names'
import { scrollToSection } from './scroll-to-section'

type SectionLinkProps = Omit<React.ComponentProps<'a'>, 'href' | 'onClick'> & {
  section: SectionId | `package-${PackageId}`
}

/** A `<Link>` would request the page again and, after a deploy, load it without the hash. */
export function SectionLink({ section, ...props }: SectionLinkProps) {
  const hash = `#${section}`
  const isHome = usePathname() === paths.home

  function onClick(event: React.MouseEvent) {
    // With these keys the browser opens a new tab or window.
    if (!isHome || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (location.hash !== hash) history.pushState(null, '', hash)
    scrollToSection(section)
  }
  return <a href={isHome ? hash : paths.home + hash} onClick={onClick} {...props} />
}
