import { paths } from '@/lib/paths'
import type { FreeTime } from '@/lib/requests/call-commands'
import { readJson } from '../_components/read-json'

/** The free times of a date (`YYYY-MM-DD`), also of today; null when they cannot be read. */
export function readFreeTimes(date: string): Promise<FreeTime[] | null> {
  return readJson(`${paths.admin}/read/free-times?${new URLSearchParams({ date })}`)
}
