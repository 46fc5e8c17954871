import { type RecurringSlot, weekdays } from './slot'

/** 'Mon–Fri, 60 times a week', or 'No times on any weekday'. */
export function describeWeek(recurring: RecurringSlot[]): string {
  const on = recurring.filter(({ isAvailable }) => isAvailable)
  if (on.length === 0) return 'No times on any weekday'
  const days = new Set(on.map(({ weekday }) => weekday))
  const runs: number[][] = []
  for (const day of days) {
    const last = runs.at(-1)
    if (last?.at(-1) === day - 1) last.push(day)
    else runs.push([day])
  }
  const name = (day = 0) => weekdays[day]?.slice(0, 3)
  const names = runs.map((run) => (run.length > 1 ? `${name(run[0])}–${name(run.at(-1))}` : name(run[0])))
  return `${names.join(', ')}, ${on.length === 1 ? '1 time' : `${on.length} times`} a week`
}
