'use client'

import { ArrowLeft } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { paths } from '@/lib/paths'
import { readStorage, writeStorage } from '@/lib/browser-storage'
import { useHydrated } from '@/components/use-hydrated'
import { useOpenPage } from './use-open-page'

/** The query of the list that was shown last in this tab. */
const STORED = 'list'

/** Whether the history entry below this one is the list: not after a reload. */
let isBelow = false

/** Notes the list that is left, if this page is the list. With `replace` the page is not kept in the history. */
export function leaveList(replace = false): void {
  const isList = location.pathname === paths.admin
  isBelow = isList || (replace && isBelow)
  if (isList) writeStorage('sessionStorage', STORED, location.search)
}

/** A link to the list as it was left: its view, search and page, and where it was scrolled to. */
export function BackToList() {
  const router = useRouter()
  const isHydrated = useHydrated()
  const openPage = useOpenPage()
  const href = paths.admin + ((isHydrated && readStorage('sessionStorage', STORED)) || '')
  return (
    <Link
      href={href}
      prefetch={false}
      onNavigate={(event) => {
        event.preventDefault()
        if (isBelow) router.back()
        else openPage(href)
      }}
      className="-ml-1 flex min-h-9 items-center gap-2 rounded px-1 font-medium hover:underline"
    >
      <ArrowLeft aria-hidden className="size-4" />
      Requests
    </Link>
  )
}
