import { addDays, dateAt, toInstant, weekdayOf } from '@/lib/dates'
import { deliverMail } from '@/lib/mail/delivery'
import type { enterStudio } from '../in-process'

export type InProcess = Awaited<ReturnType<typeof enterStudio>>

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/**
 * Set the clock to this before you open the database: PGlite's timers would run for weeks after a clock that goes back.
 */
export const beforeMonth = (now: number) => now - 35 * 24 * HOUR

/** `setTime` sets the clock of this process, and so of the database. Times are in milliseconds. */
export function openDays(studio: InProcess, setTime: (time: number) => void, now: number) {
  const today = dateAt(new Date(now))
  let mail: Parameters<typeof deliverMail>[0] = studio.mail
  let time = -Infinity
  const tasks: number[] = []
  // The reminders of the day before, and what the site says about a call that nobody confirmed.
  for (let n = -17; n <= 1; n++)
    for (const clock of ['09:01', '14:01']) tasks.push(toInstant(day(n), clock).getTime() - 24 * HOUR)
  tasks.push(toInstant(day(-2), '13:00').getTime())

  /** Before (-1, -2 …) or after (1, 2 …) today; 0 is today, whichever day that is. */
  function day(n: number): string {
    let date = today
    for (let left = Math.abs(n); left > 0;) {
      date = addDays(date, Math.sign(n))
      if (weekdayOf(date) < 5) left--
    }
    return date
  }
  /** Sends on the way what comes due, as the site does each minute. */
  async function until(next: number) {
    for (const due of tasks.filter((one) => one > time && one <= next).toSorted((a, b) => a - b)) {
      setTime(due)
      await studio.newBrowser().run(() => deliverMail(mail))
    }
    setTime(next)
    time = next
    tasks.push(next + 2 * MINUTE)
  }
  return {
    today,
    day,
    at: (n: number, clock: string) => until(toInstant(day(n), clock).getTime()),
    /** With `url`, mails go to that mail server meanwhile. */
    async pass(minutes: number, url?: string) {
      if (url) mail = { ...studio.mail, kind: 'smtp', url }
      await until(time + minutes * MINUTE)
      mail = studio.mail
    },
    /** If that is still ahead. */
    beforeNow: (minutes: number) => until(Math.max(time + MINUTE, now - minutes * MINUTE)),
  }
}
