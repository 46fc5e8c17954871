'use client'

import type { Dashboard } from '../queries'
import { useKeptData } from './keep-previous'
import { ToAnswerLink } from './to-answer-link'

/** How many requests wait for an answer, with a link to them. Nothing until they have been read. */
export function PendingCounts({ list }: { list: Dashboard['requests']['list'] }) {
  const counts = useKeptData(list)?.counts
  if (!counts) return null
  return (
    <ToAnswerLink>
      {counts.pending} pending, {counts.new} new
    </ToAnswerLink>
  )
}
