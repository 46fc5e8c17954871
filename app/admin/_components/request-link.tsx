'use client'

import Link from 'next/link'
import { requestPath } from '@/lib/paths'
import { cn } from '@/lib/utils'
import { leaveList } from './back-to-list'
import { useOpenPage } from './use-open-page'

interface RequestLinkProps extends Pick<React.ComponentProps<'a'>, 'className' | 'children'> {
  id: string
  /** True to replace the present history entry. */
  replace?: boolean
  onPress?: () => void
}

/** A link to a request's page. While the site is unreachable, a press shows an error instead. */
export function RequestLink({ id, replace, onPress, className, ...props }: RequestLinkProps) {
  const openPage = useOpenPage()
  const href = requestPath(id)
  return (
    <Link
      href={href}
      prefetch={false}
      onNavigate={(event) => {
        event.preventDefault()
        onPress?.()
        openPage(href, { replace, onLeave: () => leaveList(replace) })
      }}
      className={cn('font-semibold text-brand underline underline-offset-3', className)}
      {...props}
    />
  )
}
