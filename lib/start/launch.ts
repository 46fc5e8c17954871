import { format } from 'date-fns/format'
import { parseISO } from 'date-fns/parseISO'
import type { Package } from '../content/packages'
import { addDays, weekdayOf } from '../dates'

/**
 * When a package could be live, in a sentence. It starts in the week of `freeStart` (the owner's
 * next free start) or of `firstCall` (the first call that can be booked), whichever is later; both
 * are studio dates. Null when one of them is not known.
 */
export function launchSentence(
  { timeline, weeks: [least, most] }: Package,
  freeStart: string | undefined,
  firstCall: string | null,
): string | null {
  if (!freeStart || !firstCall) return null
  const begin = freeStart > firstCall ? freeStart : firstCall
  const monday = addDays(begin, -weekdayOf(begin))
  // The Friday that ends the last week: six weeks are then under six weeks.
  const [first, last] = [least, most].map((weeks) => addDays(monday, weeks * 7 - 3))
  const week = `A start in the week of ${format(parseISO(monday), 'd MMMM')}`
  return `${week}: live ${between(first ?? monday, last ?? monday)}${timeline.includes('+') ? ', or later' : ''}.`
}

/** 'in mid January', 'between early and mid January', 'between late December and early January'. */
function between(first: string, last: string): string {
  const [a, b] = [partOf(first), partOf(last)]
  if (a.month !== b.month) return `between ${a.part} ${a.month} and ${b.part} ${b.month}`
  return a.part === b.part ? `in ${a.part} ${a.month}` : `between ${a.part} and ${b.part} ${b.month}`
}

function partOf(date: string): { part: string; month: string } {
  const day = Number(date.slice(8))
  return {
    part: day <= 10 ? 'early' : day <= 20 ? 'mid' : 'late',
    month: format(parseISO(date), 'MMMM'),
  }
}
