/** The admin's table: what a row shows, how it is found and how it sorts. Pure; runs once per row, not per keystroke. */
import { dateText, timeText } from '../admin-format'
import type { AdminRequest } from './request'

/** A record with everything the table needs worked out. */
export interface TableRow {
  request: AdminRequest
  /** Folded text of all that can be searched. */
  search: string
  /** What each column sorts by, ascending; undefined sorts last both ways. */
  sort: Record<SortColumn, string | undefined>
}

/** The columns that sort (spec 9), in the order shown. */
export const sortColumns = ['created', 'name', 'email', 'type', 'date', 'time', 'status', 'message'] as const
export type SortColumn = (typeof sortColumns)[number]

/** Text for comparing without case or diacritics. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  // Most text is ASCII, which has no diacritics to take off.
  return /^[\x00-\x7f]*$/.test(lower) ? lower : lower.normalize('NFD').replace(/\p{M}+/gu, '')
}

const made = new WeakMap<AdminRequest, TableRow>()

/** Rows for the table, newest first. `requests` may come in any order. */
export function tableRows(requests: AdminRequest[]): TableRow[] {
  const dates = remember(dateText)
  const times = remember((span: string) => timeText(span.slice(0, 5), span.slice(5)))
  return requests
    .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0))
    .map((request) => {
      const known = made.get(request)
      if (known) return known
      const { type, name, email, status, message } = request
      const when =
        request.type === 'booking'
          ? `${dates(request.date)}\n${request.date}\n${times(request.startTime + request.endTime)}`
          : ''
      const nameKey = fold(name)
      const emailKey = fold(email)
      const messageKey = fold(message ?? '')
      const row: TableRow = {
        request,
        search: `${nameKey}\n${emailKey}\n${messageKey}\n${status}\n${type}\n${fold(when)}`,
        sort: {
          created: request.createdAt,
          name: nameKey,
          email: emailKey,
          type,
          date: request.type === 'booking' ? request.date : undefined,
          time: request.type === 'booking' ? request.startTime : undefined,
          status,
          message: messageKey || undefined,
        },
      }
      made.set(request, row)
      return row
    })
}

/** The words of a search; a row matches when it holds all of them somewhere. */
export function searchWords(query: string): string[] {
  return fold(query).split(/\s+/).filter(Boolean)
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** At most `max` characters as people count them, with "…" when something was cut. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text
  let shown = ''
  let count = 0
  for (const { segment } of graphemes.segment(text)) {
    if (count++ === max) return `${shown}…`
    shown += segment
  }
  return text
}

function remember(make: (key: string) => string): (key: string) => string {
  const known = new Map<string, string>()
  return (key) => {
    let value = known.get(key)
    if (value === undefined) known.set(key, (value = make(key)))
    return value
  }
}
