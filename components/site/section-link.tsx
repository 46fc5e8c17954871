'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { paths } from '@/lib/paths'
import type { SectionId } from '@/lib/content/navigation'
import { requestSection } from './hash-scroll'
import { scrollToSection } from './scroll-to-section'

type SectionLinkProps = Omit<React.ComponentProps<'a'>, 'href'> & { section: SectionId }

/** A link to a section of the landing page, from any page. Without JavaScript it is an ordinary link. */
export function SectionLink({ section, ...props }: SectionLinkProps) {
  const pathname = usePathname()
  return (
    <Link
      href={`${paths.home}#${section}`}
      prefetch={false}
      scroll={false}
      onNavigate={() => (pathname === paths.home ? scrollToSection(section) : requestSection(section))}
      {...props}
    />
  )
}
