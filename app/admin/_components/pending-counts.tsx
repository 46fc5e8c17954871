'use client'

import { useEffect } from 'react'
import type { Dashboard } from '../queries'
import { usePreviousData } from './previous-data'
import { ListLink } from './list-link'

interface PendingCountsProps {
  list: Dashboard['requests']['list']
}

/**
 * How many requests wait for an answer, with a link to them; also in the tab's title while the page is open. Nothing
 * until they have been read.
 */
export function PendingCounts({ list }: PendingCountsProps) {
  const counts = usePreviousData(list)?.counts
  const count = counts?.to_answer ?? 0
  useEffect(() => {
    const writeTitle = () => {
      const title = document.title.replace(/^\(\d+\) /, '')
      const wanted = count > 0 ? `(${count}) ${title}` : title
      if (document.title !== wanted) document.title = wanted
    }
    writeTitle()
    // Next writes its own when it has streamed the page's metadata, which may come after this.
    const observer = new MutationObserver(writeTitle)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [count])
  return (
    counts && (
      <ListLink view="to_answer">
        {`${counts.to_answer} to answer${counts.overdue > 0 ? `, ${counts.overdue} overdue` : ''}`}
      </ListLink>
    )
  )
}
