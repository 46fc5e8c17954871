'use client'

import { useState } from 'react'

type List = { id: string }[] | null

/**
 * What has arrived since the lists were last read, to be said politely: '1 new booking, 2 new inquiries'. Empty until something has; null
 * lists are ones that could not be read yet.
 */
export function useArrivals(bookings: List, inquiries: List): string {
  const [known, setKnown] = useState({ bookings, inquiries })
  const [news, setNews] = useState('')
  if (known.bookings !== bookings || known.inquiries !== inquiries) {
    setKnown({ bookings, inquiries })
    const text = [
      counted(countNew(known.bookings, bookings), 'new booking', 'new bookings'),
      counted(countNew(known.inquiries, inquiries), 'new inquiry', 'new inquiries'),
    ]
    const said = text.filter(Boolean).join(', ')
    if (said) setNews(said)
  }
  return news
}

function countNew(before: List, now: List): number {
  if (!before || !now) return 0
  const ids = new Set(before.map(({ id }) => id))
  return now.filter(({ id }) => !ids.has(id)).length
}

function counted(count: number, one: string, many: string): string {
  return count === 0 ? '' : `${count} ${count === 1 ? one : many}`
}
