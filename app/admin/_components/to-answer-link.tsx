'use client'

import { chooseView, readView, writeView } from '@/lib/requests/view'
import { useNavigate } from './use-navigate'

/** Leads to the list of what waits for an answer. */
export function ToAnswerLink({ children }: { children: React.ReactNode }) {
  const { navigate } = useNavigate()
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
      {children}
    </a>
  )
}
