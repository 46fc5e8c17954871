import { dateText, timeText } from './format'
import { weekdayOf } from '../dates'
import { type Exceptions, type RecurringSlot, type Slot, weekdays } from './schedule'
import type { TimeRow } from './time-rows'

/** What a weekday or a date has already. */
export interface Existing {
  /** 'Monday', 'Tue 1 Dec 2026'. */
  name: string
  slots: { slot: Slot; isAvailable: boolean }[]
}

/** What weekdays have already, by their ids. */
export function slotsOfWeekdays(days: number[], recurring: RecurringSlot[]): Existing[] {
  return days
    .toSorted((a, b) => a - b)
    .map((day) => ({
      name: weekdays[day] ?? '',
      slots: recurring.filter(({ weekday }) => weekday === day),
    }))
}

/** What a studio date has already: its exceptions, and what its weekday adds to them. */
export function slotsOfDate(date: string, recurring: RecurringSlot[], exceptions: Exceptions): Existing {
  const own = exceptions.slots.filter((exception) => exception.date === date)
  const pattern = recurring.filter(
    ({ weekday, slot }) => weekday === weekdayOf(date) && own.every((other) => other.slot.id !== slot.id),
  )
  return { name: dateText(date), slots: [...own, ...pattern] }
}

/**
 * Sentences about rows that overlap each other or a time that is there already, and about those that were switched off. `kept` is true
 * where saving leaves a time that is off as it is (a weekday that is edited), and takes away what is not in the rows.
 */
export function describeOverlaps(rows: TimeRow[], existing: Existing[], kept = false): string[] {
  const times = rows.filter(({ start, end }) => start && start < end)
  const found = new Map<string, { names: string[]; rest: string }>()

  function note(text: string, name: string, rest = '.') {
    const names = found.get(text)?.names ?? []
    found.set(text, { names: [...names, name], rest })
  }
  for (const { name, slots } of existing) {
    for (const row of times) {
      for (const { slot, isAvailable } of slots) {
        const isSame = row.start === slot.startTime && row.end === slot.endTime
        const [own, other] = [timeText(row.start, row.end), timeText(slot.startTime, slot.endTime)]
        if (isSame && !isAvailable)
          note(`${own} is switched off on`, name, kept ? ' and stays off.' : '. Saving switches it on.')
        else if (!isSame && !kept && row.start < slot.endTime && slot.startTime < row.end)
          note(`${own} overlaps ${other}${isAvailable ? ' on' : ', which is switched off on'}`, name)
      }
    }
  }
  return [
    ...describeCollisions(times),
    ...[...found].map(([text, { names, rest }]) => `${text} ${joined(names)}${rest}`),
  ]
}

function describeCollisions(rows: TimeRow[]): string[] {
  return rows.flatMap((row, index) =>
    rows
      .slice(index + 1)
      .filter((other) => row.start < other.end && other.start < row.end)
      .map((other) =>
        row.start === other.start && row.end === other.end
          ? `${timeText(row.start, row.end)} is there twice.`
          : `${timeText(row.start, row.end)} and ${timeText(other.start, other.end)} overlap.`,
      ),
  )
}

/** 'Monday, Tuesday and Friday', 'Monday to Friday'. */
function joined(names: string[]): string {
  const first = weekdays.findIndex((day) => day === names[0])
  const isRun = first >= 0 && names.every((name, index) => name === weekdays[first + index])
  if (isRun && names.length > 2) return `${names[0]} to ${names.at(-1)}`
  return new Intl.ListFormat('en-NZ').format(names)
}
