import { paths } from '@/lib/paths'
import type { AdminRequest } from '@/lib/requests/request'
import { readJson } from '../_components/read-json'

/** These requests as they are now; null when they cannot be read. Those that are gone are left out. */
export function readRequests(ids: string[]): Promise<AdminRequest[] | null> {
  const query = new URLSearchParams(ids.map((id) => ['id', id]))
  return readJson(`${paths.admin}/read/requests?${query}`)
}
