'use client'

import { type Tab, tabAddress, writeAddress } from '@/lib/requests/address'
import { showSection } from './show-section'
import { useNavigate } from './use-navigate'

interface ListLinkProps extends Pick<React.ComponentProps<'a'>, 'className' | 'children'> {
  tab: Tab
  dates?: { from: string; to: string }
}

/** A press moves the focus to the list. */
export function ListLink({ tab, dates, ...props }: ListLinkProps) {
  const { navigate } = useNavigate()
  const list = tabAddress(tab, dates)
  return (
    <a
      href={`${writeAddress(list)}#requests`}
      onClick={(event) => {
        event.preventDefault()
        void navigate((query) => writeAddress(list, query))
        showSection('requests')
      }}
      className="text-sm font-medium text-brand underline underline-offset-3"
      {...props}
    />
  )
}
