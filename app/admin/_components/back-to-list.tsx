'use client'

import { ArrowLeft } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useEffect, useLayoutEffect } from 'react'
import { paths } from '@/lib/paths'
import { readStorage, writeStorage } from '@/lib/browser-storage'
import { useHydrated } from '@/components/use-hydrated'
import { useOpenPage } from './use-open-page'

/** The query of the list that was shown last in this tab. */
const STORED = 'list'

/** Whether the history entry below this one is the list: not after a reload. */
let isBelow = false

/** How far down the list was when it was left, in pixels. */
let leftAt = 0

/** Whether Back has just led from a request's page to the list. */
let isBack = false

/** Notes the list that is left, if this page is the list. With `replace` the page is not kept in the history. */
export function leaveList(replace = false): void {
  const isList = location.pathname === paths.admin
  isBelow = isList || (replace && isBelow)
  if (!isList) return
  writeStorage('sessionStorage', STORED, location.search)
  leftAt = scrollY
}

/**
 * Scrolls the list, after Back, to where it was left. The browser does that itself only while Next still has
 * the list; each refresh of a request's page makes Next forget it. An older browser shows its top.
 */
export function useScrollAfterBack() {
  useLayoutEffect(() => {
    if (isBack) scrollTo({ top: leftAt, behavior: 'instant' })
    isBack = false
  }, [])
}

/** A link to the list as it was left: its view, search and page, and where it was scrolled to. */
export function BackToList() {
  const router = useRouter()
  const isHydrated = useHydrated()
  const openPage = useOpenPage()
  useEffect(() => {
    // Not popstate: on it Next renders the list at once, without this component.
    const noteBack = (event: NavigateEvent) => {
      if (event.navigationType === 'replace') return // Next stores its own state after each of them
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
