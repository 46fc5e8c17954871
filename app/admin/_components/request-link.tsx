'use client'

import Link from 'next/link'
import { useSearchParams } from 'next/navigation'

interface RequestLinkProps {
  id: string
  children: React.ReactNode
  /** Called when it is pressed. */
  onPress?: () => void
}

/** A link that opens a request and leaves the list as it is. */
export function RequestLink({ id, children, onPress }: RequestLinkProps) {
  const search = new URLSearchParams(useSearchParams())
  search.set('id', id)
  return (
    <Link
      href={`?${search}`}
      prefetch={false}
      scroll={false}
      onClick={onPress}
      className="font-semibold text-brand underline underline-offset-3"
    >
      {children}
    </Link>
  )
}
