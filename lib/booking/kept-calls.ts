/**
 * The calls whose links this browser keeps, in localStorage, while the site sends no mails. Nothing
 * about the person is in them: whoever opens the booking page in this browser sees them.
 */
import { readStorage, writeStorage } from '../browser-storage'
import { dateAt, siteDate, toInstant } from '../dates'
import { paths } from '../paths'

/** When a call is, on the studio's clock (`YYYY-MM-DD`, `HH:MM`), and the path of its own page. */
export interface KeptCall {
  manage: string
  date: string
  end_time: string
}

/** The key in localStorage. */
export const KEPT_CALLS = 'booking-calls'

/** How many calls are saved; the oldest entry goes first. A person may have three calls ahead. */
const MOST_CALLS = 5

const listeners = new Set<() => void>()

/** Saves a call. Replaces an entry of the same booking. */
export function keepCall({ manage, date, end_time }: KeptCall): void {
  write([...readKept().filter((call) => !isSame(call, manage)), { manage, date, end_time }])
}

/** Updates the saved entry of a link, if there is one; null removes it. */
export function updateKept(manage: string, call: Omit<KeptCall, 'manage'> | null): void {
  const kept = forgetCall(manage)
  if (kept && call) keepCall({ ...call, manage })
}

/** Removes the saved entry of a link, and returns it. */
export function forgetCall(manage: string): KeptCall | undefined {
  const calls = readKept()
  const forgotten = calls.find((call) => isSame(call, manage))
  if (forgotten) write(calls.filter((call) => call !== forgotten))
  return forgotten
}

/** What is stored in this browser, for {@link parseKept}. */
export function readKeptText(): string | null {
  return readStorage('localStorage', KEPT_CALLS)
}

/** Reads what is stored, without invalid entries and calls that are over at `now`. */
export function parseKept(text: string | null, now = new Date()): KeptCall[] {
  const today = dateAt(now)
  const isAhead = (entry: unknown): entry is KeptCall => {
    const { manage, date, end_time } = (entry ?? {}) as Record<string, unknown>
    return (
      typeof manage === 'string' &&
      manage.startsWith(`${paths.manage}/`) &&
      siteDate(date, today) !== null &&
      typeof end_time === 'string' &&
      /^\d\d:\d\d$/.test(end_time) &&
      toInstant(date as string, end_time) > now
    )
  }
  try {
    const entries: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(entries) ? entries.filter(isAhead) : []
  } catch {
    return []
  }
}

function readKept(): KeptCall[] {
  return parseKept(readKeptText())
}

function write(calls: KeptCall[]): void {
  writeStorage('localStorage', KEPT_CALLS, calls.length > 0 ? JSON.stringify(calls.slice(-MOST_CALLS)) : null)
  for (const listener of listeners) listener()
}

/**
 * Calls `listener` when the calls change, in another tab too, until the returned function is
 * called.
 */
export function subscribeToKept(listener: () => void) {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/**
 * Whether a kept call is of the same booking as a link, also when the link has been signed again
 * since.
 */
function isSame(call: KeptCall, manage: string): boolean {
  return call.manage.split('.')[0] === manage.split('.')[0]
}
