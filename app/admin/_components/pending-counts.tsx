'use client'

import { useEffect } from 'react'
import type { Dashboard } from '../queries'
import { useKeptData } from './keep-previous'
import { ListLink } from './list-link'

/**
 * How many requests wait for an answer, with a link to them, and in the tab's title while the page
 * is open. Nothing until they have been read.
 */
export function PendingCounts({ list }: { list: Dashboard['requests']['list'] }) {
  const counts = useKeptData(list)?.counts
  const count = counts?.to_answer ?? 0
  // After each render: Next writes its own title when it has streamed the page's metadata.
  useEffect(() => {
    const title = document.title.replace(/^\(\d+\) /, '')
    document.title = count > 0 ? `(${count}) ${title}` : title
  })
  if (!counts) return null
  return (
    <ListLink view="to_answer">
      {counts.to_answer} to answer{counts.overdue > 0 && `, ${counts.overdue} overdue`}
    </ListLink>
  )
}
