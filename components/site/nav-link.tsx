'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'

/** A link of the header, marked while its page is open. */
export function NavLink(props: React.ComponentProps<'a'> & { href: string }) {
  return <Link prefetch={false} aria-current={usePathname() === props.href ? 'page' : undefined} {...props} />
}
