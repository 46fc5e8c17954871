import type { AdminRequest } from '@/lib/requests/request'
import { turnOf } from '@/lib/requests/turn'

/**
 * The next request that waits for the studio after the one that was handled last: in the list, else of
 * the `first` that wait.
 */
export function nextToAnswer(
  rows: AdminRequest[],
  first: AdminRequest[],
  handled: string[],
  now: number,
): AdminRequest | undefined {
  const at = rows.findIndex(({ id }) => id === handled.at(-1)) + 1
  return [...rows.slice(at), ...rows.slice(0, at), ...first].find(
    (request) => turnOf(request, now)?.whose === 'ours' && !handled.includes(request.id),
  )
}
