'use client'

import { useEffect } from 'react'
import type { Dashboard } from '../queries'
import { usePreviousData } from './previous-data'
import { ListLink } from './list-link'

interface PendingCountsProps {
  list: Dashboard['requests']['list']
  notices: Dashboard['notices']
}

/**
 * How many requests wait for an answer, with a link to them, and which offers were answered or expired,
 * with one to the news; also in the tab's title while the page is open. Nothing until they have been read.
 */
export function PendingCounts({ list, notices }: PendingCountsProps) {
  const counts = usePreviousData(list)?.counts
  const news = summarise(usePreviousData(notices)?.offers ?? [])
  const count = counts?.to_answer ?? 0
  useEffect(() => {
    const writeTitle = () => {
      const title = document.title.replace(
        /^(?:\(\d+\) )?(?:\d* ?[Oo]ffers? (?:accepted|declined|answered|expired|ended) · )?/,
        '',
      )
      const wanted = [count > 0 && `(${count}) `, news && `${news} · `, title].filter(Boolean).join('')
      if (document.title !== wanted) document.title = wanted
    }
    writeTitle()
    // Next writes its own when it has streamed the page's metadata, which may come after this.
    const observer = new MutationObserver(writeTitle)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [count, news])
  return (
    <>
      {news && (
        <a href="#offer-news" className="text-sm font-medium text-brand underline underline-offset-3">
          {news}
        </a>
      )}
      {counts && (
        <ListLink view="to_answer">
          {`${counts.to_answer} to answer${counts.overdue > 0 ? `, ${counts.overdue} overdue` : ''}`}
        </ListLink>
      )}
    </>
  )
}

/** 'Offer accepted', '2 offers answered'; '' for none. */
function summarise(offers: { outcome: string }[]): string {
  const [first, ...others] = offers
  if (!first) return ''
  if (others.length === 0) return `Offer ${first.outcome}`
  const isOne = others.every(({ outcome }) => outcome === first.outcome)
  const hasExpired = offers.some(({ outcome }) => outcome === 'expired')
  return `${offers.length} offers ${isOne ? first.outcome : hasExpired ? 'ended' : 'answered'}`
}
