'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import type { AdminRequest } from '@/lib/requests/request'
import { readRequest } from './actions'

/** A row that keeps its position. */
interface KeptRow {
  request: AdminRequest
  index: number
  /**
   * 'restored': its change was undone, or failed. One that only has the focus goes when that goes.
   */
  because: 'handled' | 'restored' | 'focused'
}

/**
 * The page's rows with those that were handled here, which keep their index through whatever comes
 * from the server until the list is another one (`list` names it) or `tidyUp` is called: else the
 * next press would land on what has moved up. So does the row with the focus, once it no longer
 * belongs to the page. `left` are the ids of all that are shown though they no longer do, `ids`
 * those of the handled ones, the latest last; `tidied` is how often they were dropped.
 */
export function useHandledRows(rows: AdminRequest[], list: string) {
  const [{ kept, ...state }, setState] = useState({ list, kept: [] as KeptRow[], tidied: 0 })
  if (state.list !== list) setState({ list, kept: [], tidied: 0 })
  // A late result may be about a list that is no longer shown.
  const change = (next: (kept: KeptRow[]) => KeptRow[]) =>
    setState((now) => (now.list === list ? { ...now, kept: next(now.kept) } : now))

  const inPage = new Map(rows.map((request) => [request.id, request]))
  const left = new Set(kept.map(({ request }) => request.id).filter((id) => !inPage.has(id)))
  const fixed = kept.filter(({ request, because }) => because !== 'focused' || left.has(request.id))
  const fixedIds = new Set(fixed.map(({ request }) => request.id))
  let shown = rows.filter(({ id }) => !fixedIds.has(id))
  for (const { request, index } of fixed.toSorted((a, b) => a.index - b.index))
    shown = shown.toSpliced(index, 0, inPage.get(request.id) ?? request)

  // The page's rows no longer say what others made of them.
  const unknown = kept.filter(({ because, request }) => because !== 'handled' && left.has(request.id))
  const readAgain = useEffectEvent((id: string) => {
    const put = (request: AdminRequest | null) =>
      change((now) => now.map((row) => (request && row.request.id === id ? { ...row, request } : row)))
    readRequest(id).then(put, () => {})
  })
  const unknownIds = unknown.map(({ request }) => request.id).join(' ')
  useEffect(() => {
    for (const id of unknownIds.split(' ')) if (id) readAgain(id)
  }, [unknownIds, rows])

  /** Keeps requests as they are given, each where it is shown, or was when it was kept first. */
  function keep(requests: AdminRequest[], because: KeptRow['because']) {
    change((now) => {
      const added = requests.flatMap((request) => {
        const before = now.find((row) => row.request.id === request.id)
        const index = before?.index ?? shown.findIndex(({ id }) => id === request.id)
        return index < 0 ? [] : [{ request, index, because }]
      })
      const ids = new Set(added.map(({ request }) => request.id))
      return [...now.filter(({ request }) => !ids.has(request.id)), ...added]
    })
  }

  /** Keeps the row that has the focus now, and no longer the one that had it. */
  function keepFocused(request: AdminRequest | null) {
    const index = shown.findIndex(({ id }) => id === request?.id)
    change((now) => {
      const others = now.filter(({ because }) => because !== 'focused')
      if (!request || index < 0 || others.some((row) => row.request.id === request.id)) return others
      return [...others, { request, index, because: 'focused' }]
    })
  }

  function tidyUp() {
    setState(({ tidied }) => ({ list, kept: [], tidied: tidied + 1 }))
  }

  const ids = kept.filter(({ because }) => because === 'handled').map(({ request }) => request.id)
  const isUntidy = fixed.some(
    ({ because, request }) => because === 'handled' || (because === 'restored' && left.has(request.id)),
  )
  return { shown, left, ids, isUntidy, tidied: state.tidied, keep, keepFocused, tidyUp }
}
