'use client'

import { type View, viewOf, writeView } from '@/lib/requests/view'
import { showSection } from './show-section'
import { useNavigate } from './use-navigate'

interface ListLinkProps extends Pick<React.ComponentProps<'a'>, 'className' | 'children'> {
  view: View
  dates?: { from: string; to: string }
}

/** A link to a view of the list of requests. A press moves the focus to the list. */
export function ListLink({ view, dates, ...props }: ListLinkProps) {
  const { navigate } = useNavigate()
  const list = viewOf(view, dates)
  return (
    <a
      href={`${writeView(list)}#requests`}
      onClick={(event) => {
        event.preventDefault()
        void navigate((query) => writeView(list, query))
        showSection('requests')
      }}
      className="text-sm font-medium text-brand underline underline-offset-3"
      {...props}
    />
  )
}
