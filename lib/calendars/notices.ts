import { advice, effects, faults, later, otherEffects, otherReason, reasons } from '../content/calendars'
import { formatDate, formatShortDate, formatTime } from '../dates'
import type { UnreadParts } from './schema'

type UnreadPart = UnreadParts['first'][number]

export function describeUnreadable(code: string): string {
  return reasons[code] ?? otherReason(/^status_(\d+)$/.exec(code)?.[1])
}

export interface UnreadText {
  /** '2 events are not understood'; `news` has the calendar's name. */
  summary: string
  news: string
  /** 'Tue 8 Dec', 'counts as busy all day.', 'Line 812: rule not understood.' */
  parts: { what: string; effect: string; where: string }[]
  more: number
  advice: string
}

/** Null if there are none. `today` is `YYYY-MM-DD`. */
export function describeUnread(unread: UnreadParts, label: string, today: string): UnreadText | null {
  const { count, first } = unread
  if (count === 0) return null
  const isEvent = ({ code }: UnreadPart) => !(code in otherEffects)
  const noun = first.every(isEvent) ? 'event' : 'part'
  const [what, are] = count === 1 ? [`1 ${noun}`, 'is'] : [`${count} ${noun}s`, 'are']
  return {
    summary: `${what} ${are} not understood`,
    news: `${what} in ${label}’s calendar ${are} not understood`,
    parts: first.map((part) => ({
      ...describePart(part, today),
      where: `Line ${part.line}: ${faults[part.code] ?? 'not understood'}.`,
    })),
    more: count - first.length,
    advice: first.some(isEvent)
      ? advice.event
      : advice[first.some(({ code }) => code !== 'component') ? 'zone' : 'component'],
  }
}

function describePart({ code, date, time, repeats }: UnreadPart, today: string) {
  if (date === null) {
    const [what, effect] = otherEffects[code] ?? ['One event without a day', 'is not counted.']
    return { what, effect }
  }
  const day = date.slice(0, 4) === today.slice(0, 4) ? formatShortDate(date) : formatDate(date)
  const at = time === null ? day : `${day}, ${formatTime(time)}`
  const inside = time === null ? day : `${at},`
  const wholeDay = [inside, `counts as busy all day${repeats ? `; ${later}` : '.'}`] as const
  const [what, effect] = effects[code]?.({ at, inside, repeats }) ?? wholeDay
  return { what, effect }
}

export function describeBusy({ label, is_known }: { label: string; is_known: boolean }): string {
  return is_known ? `${label}’s calendar is busy then.` : `${label}’s calendar is not known that far ahead.`
}
