'use client'

import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { siteDate } from '@/lib/dates'

/**
 * The date whose times are shown, and a way to choose another or none. It is in the URL (`?date=`), so a reload or a link shows it again;
 * without one there, and for one that is past, it is today.
 */
export function useChosenDate(today: string) {
  const inUrl = siteDate(useSearchParams().get('date'), today)
  const urlDate = inUrl && inUrl >= today ? inUrl : today
  const [chosen, setChosen] = useState<{ date: string | null; seen: string }>({
    date: urlDate,
    seen: urlDate,
  })
  // The URL follows a choice a moment later; that is no reason to go back to what it said before.
  if (chosen.seen !== urlDate) {
    const isOurs = (chosen.date ?? today) === urlDate
    setChosen({ date: isOurs ? chosen.date : urlDate, seen: urlDate })
  }

  function choose(date: string | null) {
    setChosen({ date, seen: urlDate })
    const url = new URL(location.href)
    if (date) url.searchParams.set('date', date)
    else url.searchParams.delete('date')
    history.replaceState(null, '', url)
  }
  return [chosen.date, choose] as const
}
