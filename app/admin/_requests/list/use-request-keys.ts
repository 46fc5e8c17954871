'use client'

import type { AdminRequest } from '@/lib/requests/request'
import { useShortcut } from '../../_components/use-shortcut'
import { focusRow } from '../focus-row'

/**
 * `j` and `k` go to the next row and the one before; while a request is open, they open those
 * instead.
 */
export function useRequestKeys(
  rows: AdminRequest[],
  openId: string | null,
  open: (request: AdminRequest) => void,
): void {
  function go(step: 1 | -1) {
    const focused = document.activeElement?.closest('tr')?.dataset.id
    const at = rows.findIndex(({ id }) => id === (openId ?? focused))
    const to = rows[at < 0 ? 0 : at + step]
    if (!to) return
    if (openId) open(to)
    else focusRow(to.id)
  }
  useShortcut('j', () => go(1), { inDialogs: true })
  useShortcut('k', () => go(-1), { inDialogs: true })
}
