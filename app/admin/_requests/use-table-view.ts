'use client'

import { type Dispatch, useEffect, useState } from 'react'
import { type TableView, writeView } from '@/lib/requests/view'

const WRITE_AFTER_MS = 200

/** Changes the view from whatever it is by then: two quick presses both count. */
export type ChangeView = Dispatch<(view: TableView) => TableView>

/** How the list is looked at, and a way to change it. The URL follows a moment later: browsers allow only so many writes. */
export function useTableView(initial: TableView) {
  const [view, setView] = useState(initial)

  useEffect(() => {
    const timer = setTimeout(() => {
      const search = writeView(view, location.search)
      if (search !== location.search)
        history.replaceState(null, '', location.pathname + search + location.hash)
    }, WRITE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [view])

  return [view, setView as ChangeView] as const
}
