'use client'

import type { Dashboard } from '../queries'
import { useKeptData } from './keep-previous'
import { ToAnswerLink } from './to-answer-link'

/** How much waits for an answer, and the way to that list. Nothing before it could be read. */
export function PendingCounts({ list }: { list: Dashboard['requests']['list'] }) {
  const counts = useKeptData(list)?.counts
  if (!counts) return null
  return (
    <ToAnswerLink>
      {counts.pending} pending, {counts.new} new
    </ToAnswerLink>
  )
}
