'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { sectionLinks } from '@/lib/content/sections'
import { paths } from '@/lib/paths'
import { NavLink } from './nav-link'
import { SectionLink } from './section-link'
import { useActiveSection } from './use-active-section'

/** Opens the menu in browsers without popovers (before Chrome 114 and Safari 17), by header.css. */
const OPEN = 'is-open'

function close(menu: HTMLElement | null) {
  menu?.hidePopover?.()
  menu?.classList.remove(OPEN)
}

const ids = sectionLinks.map(({ section }) => section)

/** Below 1024 px a native popover, which opens without JavaScript, closes on Escape and returns the focus. */
export function SiteNav() {
  const pathname = usePathname()
  const active = useActiveSection(ids, pathname === paths.home)
  const menu = useRef<HTMLElement>(null)

  useEffect(() => {
    const wide = matchMedia('(min-width: 64rem)')
    const closeWhenWide = () => close(menu.current)
    wide.addEventListener('change', closeWhenWide)
    return () => wide.removeEventListener('change', closeWhenWide)
  }, [])

  return (
    <>
      <button
        type="button"
        popoverTarget="site-menu"
        aria-label="Menu"
        onClick={() => menu.current?.hidePopover ?? menu.current?.classList.toggle(OPEN)}
        className="menu-button"
      >
        <span aria-hidden className="menu-glyph" />
        <span>Menu</span>
      </button>
      <nav
        ref={menu}
        id="site-menu"
        popover="auto"
        aria-label="Main"
        className="site-menu"
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('a')) close(menu.current)
        }}
      >
        <ul>
          {sectionLinks.map(({ label, section }) => (
            <li key={section}>
              <SectionLink
                section={section}
                className="site-link"
                aria-current={active === section ? 'location' : undefined}
              >
                {label}
              </SectionLink>
            </li>
          ))}
          <li>
            <NavLink href={paths.about} className="site-link">
              About
            </NavLink>
          </li>
          <li>
            <NavLink href={paths.booking} className="button">
              Get Started
            </NavLink>
          </li>
        </ul>
      </nav>
    </>
  )
}
