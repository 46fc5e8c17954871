'use client'

import Link from 'next/link'
import { useOpenPage } from './use-open-page'

interface PageLinkProps extends Omit<React.ComponentProps<'a'>, 'href'> {
  href: string
  replace?: boolean
  onPress?: () => void
  /** Called before the page opens; not while the site is unreachable. */
  onLeave?: () => void
}

/** While the site is unreachable, a press shows an error instead. */
export function PageLink({ href, replace, onPress, onLeave, ...props }: PageLinkProps) {
  const openPage = useOpenPage()
  return (
    <Link
      href={href}
      prefetch={false}
      onNavigate={(event) => {
        event.preventDefault()
        onPress?.()
        void openPage(href, { replace, onLeave })
      }}
      {...props}
    />
  )
}
