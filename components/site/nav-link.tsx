'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'

export function NavLink(props: React.ComponentProps<'a'> & { href: string }) {
  return <Link prefetch={false} aria-current={usePathname() === props.href ? 'page' : undefined} {...props} />
}
