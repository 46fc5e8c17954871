import type { AdminRequest, Status } from '@/lib/requests/request'

/** A status that the server has confirmed, at a time on its clock (ms). */
export interface StatusChange {
  id: string
  status: Status
  at: number
}

/** The list with the changes that were made after it was read; a list read later knows them, and better. */
export function withChanges<Request extends AdminRequest>(
  requests: Request[],
  changes: StatusChange[],
  readAt: number,
): Request[] {
  const latest = new Map(changes.filter(({ at }) => at >= readAt).map((change) => [change.id, change.status]))
  if (latest.size === 0) return requests
  return requests.map((request) => {
    const status = latest.get(request.id)
    return status ? { ...request, status } : request
  })
}
