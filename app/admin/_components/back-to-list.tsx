'use client'

import { ArrowLeft } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useEffect, useLayoutEffect } from 'react'
import { paths } from '@/lib/paths'
import { readStorage, writeStorage } from '@/lib/browser-storage'
import { useHydrated } from '@/components/use-hydrated'
import { useOpenPage } from './use-open-page'

/** In sessionStorage: the list's last query. */
const STORED = 'list'

/** True if the history entry before this page is the list. False after a reload. */
let isListBelow = false

let leftAt = 0

/** True from Back on a request's page until the list is rendered. */
let isBack = false

/** Stores the list's query and scroll position. `replace`: the navigation replaces the history entry. */
export function leaveList(replace = false): void {
  const isList = location.pathname === paths.admin
  isListBelow = isList || (replace && isListBelow)
  if (!isList) return
  writeStorage('sessionStorage', STORED, location.search)
  leftAt = scrollY
}

/**
 * The browser cannot restore the scroll position, because each refresh of a request's page removes the list
 * from Next's cache. Without the Navigation API, the list opens at its top.
 */
export function useScrollAfterBack() {
  useLayoutEffect(() => {
    if (isBack) scrollTo({ top: leftAt, behavior: 'instant' })
    isBack = false
  }, [])
}

export function BackToList() {
  const router = useRouter()
  const isHydrated = useHydrated()
  const openPage = useOpenPage()
  useEffect(() => {
    // Not 'popstate', because Next handles it first and unmounts this component.
    const noteBack = (event: NavigateEvent) => {
      // Next replaces the history entry after each navigation, to store its state.
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
        if (isListBelow) router.back()
        else void openPage(href)
      }}
      className="-ml-1 flex min-h-9 items-center gap-2 rounded px-1 font-medium hover:underline"
    >
      <ArrowLeft aria-hidden className="size-4" />
      Requests
    </Link>
  )
}
