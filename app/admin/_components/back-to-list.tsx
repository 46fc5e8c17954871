'use client'

import { ArrowLeft } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useEffect, useLayoutEffect } from 'react'
import { paths } from '@/lib/paths'
import { readStorage, writeStorage } from '@/lib/browser-storage'
import { useHydrated } from '@/components/use-hydrated'
import { useOpenPage } from './use-open-page'

/** The sessionStorage key of the query of the list last shown in this tab. */
const STORED = 'list'

/** True if the history entry below this one is the list. A reload resets it. */
let isBelow = false

/** The list's scroll position when it was left, in pixels. */
let leftAt = 0

/** True if Back has just led from a request's page to the list. */
let isBack = false

/**
 * Stores the query and scroll position if this page is the list. `replace` means that the next page takes
 * this one's history entry.
 */
export function leaveList(replace = false): void {
  const isList = location.pathname === paths.admin
  isBelow = isList || (replace && isBelow)
  if (!isList) return
  writeStorage('sessionStorage', STORED, location.search)
  leftAt = scrollY
}

/**
 * Restores the list's scroll position after Back. The browser restores it only while Next still has the list,
 * and each refresh of a request's page makes Next forget it. Browsers without the Navigation API show the
 * top.
 */
export function useScrollAfterBack() {
  useLayoutEffect(() => {
    if (isBack) scrollTo({ top: leftAt, behavior: 'instant' })
    isBack = false
  }, [])
}

/** A link to the list with the view, search, page and scroll position that it had. */
export function BackToList() {
  const router = useRouter()
  const isHydrated = useHydrated()
  const openPage = useOpenPage()
  useEffect(() => {
    // Not popstate: it makes Next render the list at once, without this component.
    const noteBack = (event: NavigateEvent) => {
      // Next stores its own state by a replace after each navigation.
      if (event.navigationType === 'replace') return
      isBack = event.navigationType === 'traverse' && new URL(event.destination.url).pathname === paths.admin
    }
    globalThis.navigation?.addEventListener('navigate', noteBack)
    return () => globalThis.navigation?.removeEventListener('navigate', noteBack)
  }, [])
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
