import type { AdminRequest } from '@/lib/requests/request'
import { dateAt, formatDate, formatTimestamp } from '@/lib/dates'
import type { Admin } from '@/lib/requests/one-request'
import { initialsOf } from '@/lib/requests/turn'
import { truncate } from './truncate'

/** The initials of the admin who answers the request. */
export function Owner({ request, admins }: { request: AdminRequest; admins: Admin[] }) {
  const owner = admins.find(({ id }) => id === request.owner)?.email
  return (
    owner && (
      <abbr title={owner} className="text-xs text-muted-foreground no-underline">
        {initialsOf(owner)}
      </abbr>
    )
  )
}

/** '28 Nov, 12:31 PM', or for another year '28 Nov 2025'. */
export function formatReceived(timestamp: string, now: number): string {
  const moment = formatTimestamp(timestamp)
  const short = withoutYear(moment, now)
  return short === moment ? moment.replace(/,.*/, '') : short
}

/** 'Tue 1 Dec', or for another year 'Mon 1 Dec 2025'. */
export function formatDay(date: string, now: number): string {
  return withoutYear(formatDate(date), now)
}

const withoutYear = (text: string, now: number) => text.replace(` ${dateAt(new Date(now)).slice(0, 4)}`, '')

/** Screen readers read all of the text. */
export function Truncated({ text, max }: { text: string; max: number }) {
  const shown = truncate(text, max)
  if (shown === text) return <bdi>{text}</bdi>
  return (
    <>
      <bdi aria-hidden>{shown}</bdi>
      <span className="sr-only">{text}</span>
    </>
  )
}

export function EmptyCell() {
  return <span className="text-muted-foreground max-lg:hidden">–</span>
}
