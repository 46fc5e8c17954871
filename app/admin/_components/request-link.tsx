'use client'

import { requestPath } from '@/lib/paths'
import { cn } from '@/lib/utils'
import { leaveList } from './back-to-list'
import { PageLink } from './page-link'

interface RequestLinkProps extends Pick<
  React.ComponentProps<typeof PageLink>,
  'replace' | 'onPress' | 'className' | 'children'
> {
  id: string
}

export function RequestLink({ id, replace, className, ...props }: RequestLinkProps) {
  return (
    <PageLink
      href={requestPath(id)}
      replace={replace}
      onLeave={() => leaveList(replace)}
      className={cn('font-semibold text-brand underline underline-offset-3', className)}
      {...props}
    />
  )
}
