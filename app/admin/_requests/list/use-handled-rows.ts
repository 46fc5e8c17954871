import { useState } from 'react'
import type { AdminRequest } from '@/lib/requests/request'
import { usePressed } from './use-pressed'

/**
 * The rows of `page`, but those that the admin has changed (`handledIds`, the latest last) keep their place
 * until the admin chooses another `list`. `goneIds` are those that `page` no longer has. Rows do not move
 * while a pointer is down, and for a second after.
 */
export function useHandledRows(page: AdminRequest[], list: string) {
  const isPressed = usePressed()
  const [shown, setShown] = useState({ page, list, rows: page, handled: [] as string[] })
  // When the admin chooses another list, its rows appear even while a pointer is down.
  if (page !== shown.page && (!isPressed || list !== shown.list)) {
    const handled = list === shown.list ? shown.handled : []
    setShown({ page, list, handled, rows: withHandled(page, shown.rows, handled) })
  }

  function replaceRows(requests: AdminRequest[], isHandled: boolean) {
    setShown((now) => {
      const changed = requests.filter(({ id }) => now.rows.some((row) => row.id === id))
      const others = now.handled.filter((id) => !changed.some((request) => request.id === id))
      const rows = now.rows.map((row) => changed.find(({ id }) => id === row.id) ?? row)
      return { ...now, rows, handled: isHandled ? [...others, ...changed.map(({ id }) => id)] : others }
    })
  }

  const reset = () => setShown({ page, list, rows: page, handled: [] })

  const { rows, handled: handledIds } = shown
  const goneIds = new Set(handledIds.filter((id) => !shown.page.some((row) => row.id === id)))
  return { rows, handledIds, goneIds, replaceRows, reset }
}

/** Inserts each handled row below the row that it stood below in `before`. */
export function withHandled(page: AdminRequest[], before: AdminRequest[], handled: string[]): AdminRequest[] {
  const rows = page.filter(({ id }) => !handled.includes(id))
  before.forEach((row, at) => {
    if (!handled.includes(row.id)) return
    const above = before.slice(0, at).findLast(({ id }) => rows.some((other) => other.id === id))
    const place = rows.findIndex(({ id }) => id === above?.id) + 1
    rows.splice(place, 0, page.find(({ id }) => id === row.id) ?? row)
  })
  return rows
}
