'use client'

import Link from 'next/link'
import { requestPath } from '@/lib/paths'
import { cn } from '@/lib/utils'
import { leaveList } from './back-to-list'
import { useOpenPage } from './use-open-page'

interface RequestLinkProps extends Pick<React.ComponentProps<'a'>, 'className' | 'children' | 'aria-label'> {
  id: string
  /** Whether Back leads to what was before this page. */
  replace?: boolean
  /** Called when it is pressed. */
  onPress?: () => void
}

/** A link to the page of a request. While the site does not respond, this page stays and says so. */
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
