'use client'

import Link from 'next/link'
import { useSearchParams } from 'next/navigation'

/** A link that opens a request and leaves the list as it is. */
export function RequestLink({ id, children }: { id: string; children: React.ReactNode }) {
  const search = new URLSearchParams(useSearchParams())
  search.set('id', id)
  return (
    <Link
      href={`?${search}`}
      prefetch={false}
      scroll={false}
      className="font-semibold text-brand underline underline-offset-3"
    >
      {children}
    </Link>
  )
}
