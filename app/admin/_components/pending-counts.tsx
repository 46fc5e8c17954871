'use client'

import { chooseView, readView, type RequestCounts, writeView } from '@/lib/requests/view'
import { useNavigate } from './use-navigate'

/** How much waits for an answer, and the way to that list. Nothing while it could not be read. */
export function PendingCounts({ counts }: { counts: RequestCounts | undefined }) {
  const { navigate } = useNavigate()
  if (!counts) return null
  const view = chooseView(readView({}), 'to_answer')
  return (
    <a
      href={`${writeView(view)}#requests`}
      onClick={(event) => {
        event.preventDefault()
        navigate((query) => writeView(view, query))
        document.getElementById('requests')?.scrollIntoView()
      }}
      className="text-sm font-medium text-brand underline underline-offset-3"
    >
      {counts.pending} pending, {counts.new} new
    </a>
  )
}
