import 'server-only'
import { readChosenDate } from '@/lib/hours/chosen-date'
import {
  listDays,
  listExceptions,
  listPresets,
  listRecurring,
  listSlots,
  readDateHours,
} from '@/lib/hours/queries'
import { findNextSlots } from '@/lib/booking/queries'
import { dateAt } from '@/lib/dates'
import type { Params } from '@/lib/requests/address'
import { attempt, failuresOf, type ReadResult } from '../queries'
import type { Part } from './open-parts'

const DATES = 'Failed to fetch availability exceptions.'

/** The reads of closed parts return null. `next` are the next times that visitors can take. */
export async function readHours(params: Params, open: readonly Part[]) {
  const today = dateAt()
  const shows = (...parts: Part[]) => open.some((part) => parts.includes(part))
  const first = shows('exceptions') ? await findNextSlots() : null
  const chosen = readChosenDate(params, today, first?.[0]?.date)
  const { date, month } = chosen
  const unread = { data: null, failure: null }
  const readFor = <Data>(
    parts: Part[],
    failure: string,
    read: () => Promise<Data>,
  ): Promise<ReadResult<Data>> | ReadResult<Data> => (shows(...parts) ? attempt(failure, read()) : unread)
  const [dateHours, exceptions, days, recurring, slots, presets] = await Promise.all([
    date === null ? unread : readFor(['exceptions'], DATES, () => readDateHours(date)),
    readFor(['availability', 'exceptions'], DATES, listExceptions),
    readFor(['exceptions'], DATES, () => listDays(month)),
    readFor(['availability', 'recurring'], 'Failed to fetch recurring availability.', listRecurring),
    readFor(['recurring'], 'Failed to fetch time slots.', listSlots),
    readFor(['availability', 'recurring'], 'Failed to fetch time slot presets.', listPresets),
  ])
  const failures = failuresOf(dateHours, exceptions, days, recurring, slots, presets)
  return { today, next: first, chosen, exceptions, days, recurring, slots, presets, dateHours, failures }
}

export type Hours = Awaited<ReturnType<typeof readHours>>
