'use client'

import { useState } from 'react'
import type { RequestCounts } from '@/lib/requests/request'

/**
 * What has arrived since the page was opened or last said so: '1 new booking, 2 new inquiries'. Empty until something has. Counted, not
 * listened for, so that what came while the connection was lost is told too.
 */
export function useArrivals(counts: RequestCounts | undefined): string {
  const [known, setKnown] = useState(counts)
  const [news, setNews] = useState('')
  if (counts && counts !== known) {
    setKnown(counts)
    const said = [
      counted(counts.bookings - (known ?? counts).bookings, 'new booking', 'new bookings'),
      counted(counts.inquiries - (known ?? counts).inquiries, 'new inquiry', 'new inquiries'),
    ]
      .filter(Boolean)
      .join(', ')
    if (said) setNews(said)
  }
  return news
}

function counted(count: number, one: string, many: string): string {
  return count > 0 ? `${count} ${count === 1 ? one : many}` : ''
}
