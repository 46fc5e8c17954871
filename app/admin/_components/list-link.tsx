'use client'

import { chooseView, readView, type View, writeView } from '@/lib/requests/view'
import { showSection } from './show-section'
import { useNavigate } from './use-navigate'

/** A link to a view of the list of requests. A press moves the focus to the list. */
export function ListLink({ view, children }: { view: View; children: React.ReactNode }) {
  const { navigate } = useNavigate()
  const list = chooseView(readView({}), view)
  return (
    <a
      href={`${writeView(list)}#requests`}
      onClick={(event) => {
        event.preventDefault()
        void navigate((query) => writeView(list, query))
        showSection('requests')
      }}
      className="text-sm font-medium text-brand underline underline-offset-3"
    >
      {children}
    </a>
  )
}
