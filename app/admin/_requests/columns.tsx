import { createdText, dateText, timeText } from '@/lib/admin-format'
import { type SortColumn, truncate } from '@/lib/requests/table'
import type { AdminRequest } from '@/lib/requests/request'
import { StatusBadge } from './status-badge'

/** The columns' headings (spec 9). */
export const columnTitles: Record<SortColumn, string> = {
  created: 'Created',
  name: 'Name',
  email: 'Email',
  type: 'Type',
  date: 'Date',
  time: 'Time',
  status: 'Status',
  message: 'Message',
}

/** The columns' widths in the table; the message takes what is left. */
export const columnWidths: Record<SortColumn, string> = {
  created: 'w-[9.5rem]',
  name: 'w-[10.75rem]',
  email: 'w-[10.875rem]',
  type: 'w-[4.25rem]',
  date: 'w-[7.875rem]',
  time: 'w-[9.25rem]',
  status: 'w-[5.5rem]',
  message: '',
}

/** Where each stands in a card: the name with its status, then when, from whom and what; when it came last. */
export const cardPlaces: Record<SortColumn, string> = {
  created: 'text-muted-foreground max-xl:order-last max-xl:w-full max-xl:text-xs',
  name: 'max-xl:order-first max-xl:w-full max-xl:pr-24',
  email: 'max-xl:order-1 max-xl:w-full max-xl:text-muted-foreground',
  type: '',
  date: '',
  time: '',
  status: 'max-xl:absolute max-xl:top-3 max-xl:right-3',
  message: 'max-xl:order-2 max-xl:w-full',
}

/** Whether a record has nothing in this column; a card then leaves it out. */
export function isEmpty(column: SortColumn, request: AdminRequest): boolean {
  if (column === 'message') return request.message === null
  return request.type === 'inquiry' && (column === 'date' || column === 'time')
}

/** What a cell shows. Name and email are cut at 20 characters, messages at 30 (spec 9); the rest is in the dialog. */
export function cellContent(column: SortColumn, request: AdminRequest): React.ReactNode {
  switch (column) {
    case 'created':
      return <time dateTime={request.createdAt}>{createdText(request.createdAt)}</time>
    case 'name':
      return <Cut text={request.name} max={20} />
    case 'email':
      return <Cut text={request.email} max={20} />
    case 'type':
      return request.type === 'booking' ? 'Booking' : 'Inquiry'
    case 'date':
      return request.type === 'booking' ? dateText(request.date) : '–'
    case 'time':
      return request.type === 'booking' ? timeText(request.startTime, request.endTime) : '–'
    case 'status':
      return <StatusBadge status={request.status} />
    case 'message':
      return request.message === null ? '–' : <Cut text={request.message.replace(/\s+/g, ' ')} max={30} />
  }
}

// Cut for the eye; read out whole.
function Cut({ text, max }: { text: string; max: number }) {
  const shown = truncate(text, max)
  if (shown === text) return <bdi>{text}</bdi>
  return (
    <>
      <bdi aria-hidden>{shown}</bdi>
      <span className="sr-only">{text}</span>
    </>
  )
}
