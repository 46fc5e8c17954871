'use client'

import { useState } from 'react'
import type { RequestCounts } from '@/lib/requests/view'
import { kindPlurals } from '../labels'

/**
 * What has arrived since the page was opened or last said so: '1 new booking, 2 new inquiries'.
 * Empty until something has. Counted, not listened for, so that what came while the connection was
 * lost is told too.
 */
export function useArrivals(counts: RequestCounts | undefined): string {
  const [known, setKnown] = useState(counts)
  const [news, setNews] = useState('')
  if (counts && counts !== known) {
    setKnown(counts)
    const said = (['booking', 'inquiry'] as const).flatMap((kind) => {
      const kinds = kindPlurals[kind]
      const count = counts[kinds] - (known ?? counts)[kinds]
      return count > 0 ? `${count} new ${count === 1 ? kind : kinds}` : []
    })
    if (said.length > 0) setNews(said.join(', '))
  }
  return news
}
