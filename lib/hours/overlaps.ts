import { place } from '../content/place'
import { formatDate, formatTimeRange, weekdayOf, timesOverlap } from '../dates'
import type { Exceptions } from './queries'
import { type RecurringSlot, type Slot, type TimeRange, weekdays } from './slot'

const listNames = new Intl.ListFormat(place.locale) // 'Monday, Tuesday and Friday'

export interface Existing {
  name: string
  slots: (Slot & { isAvailable: boolean })[]
}

export function slotsOfWeekdays(days: number[], recurring: RecurringSlot[]): Existing[] {
  return days
    .toSorted((a, b) => a - b)
    .map((day) => ({
      name: weekdays[day] ?? '',
      slots: recurring.filter(({ weekday }) => weekday === day),
    }))
}

/** The date's own exceptions, and its weekday's slots without an exception on the date. */
export function slotsOfDate(date: string, recurring: RecurringSlot[], exceptions: Exceptions): Existing {
  const own = exceptions.slots.filter((exception) => exception.date === date)
  const pattern = recurring.filter(
    ({ weekday, id }) => weekday === weekdayOf(date) && own.every((other) => other.id !== id),
  )
  return { name: formatDate(date), slots: [...own, ...pattern] }
}

/** `kept`: an admin edits a weekday, so saving keeps switched-off slots off and removes slots without a row. */
export function describeOverlaps(rows: TimeRange[], existing: Existing[], kept = false): string[] {
  const times = rows.filter(({ start_time, end_time }) => start_time && start_time < end_time)
  const found = new Map<string, { names: string[]; rest: string }>()

  function note(text: string, name: string, rest = '.') {
    const names = found.get(text)?.names ?? []
    found.set(text, { names: [...names, name], rest })
  }
  for (const { name, slots } of existing) {
    for (const row of times) {
      for (const { isAvailable, ...slot } of slots) {
        const isSame = isEqual(row, slot)
        const [own, other] = [
          formatTimeRange(row.start_time, row.end_time),
          formatTimeRange(slot.start_time, slot.end_time),
        ]
        if (isSame && !isAvailable)
          note(`${own} is switched off on`, name, kept ? ' and stays off.' : '. Saving switches it on.')
        else if (!isSame && !kept && timesOverlap(row, slot))
          note(`${own} overlaps ${other}${isAvailable ? ' on' : ', which is switched off on'}`, name)
      }
    }
  }
  return [
    ...describeCollisions(times),
    ...[...found].map(([text, { names, rest }]) => `${text} ${listNames.format(names)}${rest}`),
  ]
}

/** One sentence for each day. If `replaces`, the day loses its other slots. */
export function describeCopy(rows: TimeRange[], existing: Existing[], replaces: boolean): string[] {
  const times = rows.filter(({ start_time, end_time }) => start_time && start_time < end_time)
  const list = (slots: TimeRange[]) =>
    listNames.format(slots.map(({ start_time, end_time }) => formatTimeRange(start_time, end_time)))
  return existing.map(({ name, slots }) => {
    const lost = replaces ? slots.filter((slot) => !times.some((row) => isEqual(row, slot))) : []
    const got = times.filter((row) => !slots.some((slot) => slot.isAvailable && isEqual(row, slot)))
    const change = [lost.length > 0 && `loses ${list(lost)}`, got.length > 0 && `gets ${list(got)}`]
    return `${name} ${change.filter(Boolean).join(' and ') || 'stays as it is'}.`
  })
}

function describeCollisions(rows: TimeRange[]): string[] {
  return rows.flatMap((row, index) =>
    rows
      .slice(index + 1)
      .filter((other) => timesOverlap(row, other))
      .map((other) =>
        isEqual(row, other)
          ? `${formatTimeRange(row.start_time, row.end_time)} is there twice.`
          : `${formatTimeRange(row.start_time, row.end_time)} and ${formatTimeRange(other.start_time, other.end_time)} overlap.`,
      ),
  )
}

function isEqual(a: TimeRange, b: TimeRange): boolean {
  return a.start_time === b.start_time && a.end_time === b.end_time
}
