import 'server-only'
import { cache } from 'react'
import { z } from 'zod'
import { describeError } from '../user-error'
import { addDays, dateAt, daysBetween } from '../dates'
import { visitorClient } from '../supabase/server'
import type { Choice, OpenSlots } from './slots'

const rows = z.array(
  z.object({ date: z.string(), id: z.string(), start_time: z.string(), end_time: z.string() }),
)

/** How many days one call may ask for; `get_available_slots` refuses more. */
export const MAX_DAYS = 62

/**
 * Free slots of every date from `from` to `to`, both `YYYY-MM-DD` and included, at most {@link MAX_DAYS}. The database leaves out today,
 * the past and what is more than a year ahead. Throws for another range, and when the backend does not answer.
 */
export async function getOpenSlots(from: string, to: string): Promise<OpenSlots> {
  const days = daysBetween(from, to) + 1
  if (!(days >= 1 && days <= MAX_DAYS))
    throw new RangeError(`${from} to ${to} is no range of 1 to ${MAX_DAYS} days.`)
  const open: OpenSlots = {}
  for (let day = 0; day < days; day++) open[addDays(from, day)] = []
  for (const { date, ...slot } of await readChoices(from, to)) open[date]?.push(slot)
  return open
}

/** The server's row limit (`max_rows` in supabase/config.toml), which holds for functions too: a full page has a next one. */
const PAGE = 1_000

async function readChoices(from: string, to: string): Promise<Choice[]> {
  const choices: Choice[] = []
  for (;;) {
    const { data, error } = await visitorClient()
      .rpc('get_available_slots', { p_from: from, p_to: to })
      .range(choices.length, choices.length + PAGE - 1)
    if (error) throw new Error(`get_available_slots: ${error.message}`, { cause: error })
    const page = rows.parse(data)
    choices.push(...page)
    if (page.length < PAGE) return choices
  }
}

/** The same for people: null instead of an error, which is logged. Asked once a request. */
export const findOpenSlots = cache(async (from: string, to: string): Promise<OpenSlots | null> => {
  try {
    return await getOpenSlots(from, to)
  } catch (error) {
    console.error('booking: the open times could not be read.', describeError(error))
    return null
  }
})

const KEEP_MS = 30_000
let nextFree: { until: number; choice: Promise<Choice | null> } | undefined

/** The next time that can be booked, within two months; null when there is none or it is not known. Kept for 30 seconds in this process. */
export function findNextChoice(now = Date.now()): Promise<Choice | null> {
  if (!nextFree || nextFree.until <= now) nextFree = { until: now + KEEP_MS, choice: readNextChoice() }
  return nextFree.choice
}

async function readNextChoice(): Promise<Choice | null> {
  const tomorrow = addDays(dateAt(), 1)
  const open = await findOpenSlots(tomorrow, addDays(tomorrow, 61))
  for (const [date, [first]] of Object.entries(open ?? {})) if (first) return { date, ...first }
  return null
}
