import { paths } from '@/lib/paths'
import type { FreeTime } from '@/lib/requests/call-commands'
import type { AdminRequest } from '@/lib/requests/request'
import { readJson } from '../_components/read-json'

/** These requests as they are now; null when they cannot be read. Those that are gone are left out. */
export function readRequests(ids: string[]): Promise<AdminRequest[] | null> {
  const query = new URLSearchParams(ids.map((id) => ['id', id]))
  return readJson(`${paths.admin}/read/requests?${query}`)
}

/** The free times of a date (`YYYY-MM-DD`), also of today; null when they cannot be read. */
export function readFreeTimes(date: string): Promise<FreeTime[] | null> {
  return readJson(`${paths.admin}/read/free-times?${new URLSearchParams({ date })}`)
}
