'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'

/** A link in the header. On the page that it links to, it has `aria-current`. */
export function NavLink(props: React.ComponentProps<'a'> & { href: string }) {
  return <Link prefetch={false} aria-current={usePathname() === props.href ? 'page' : undefined} {...props} />
}
