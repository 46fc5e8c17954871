import type { Read, getDashboard } from './queries'

/** When calls are offered, and when that was read: `readAt` in milliseconds on the server's clock, `today` the studio's date. */
export type Dashboard = Awaited<ReturnType<typeof getDashboard>>

/** What is known now. What could not be read this time stays as it was, with the sentence that says so. */
export function updateDashboard(before: Dashboard, now: Dashboard): Dashboard {
  const old: Record<string, Read<unknown>> = before.reads
  const reads = Object.entries<Read<unknown>>(now.reads).map(([key, { data, failure }]) => [
    key,
    { data: failure === null ? data : old[key]?.data, failure },
  ])
  return { ...now, reads: Object.fromEntries(reads) as Dashboard['reads'] }
}

/** The one sentence for reads that failed, or null when none did. */
export function failureSentence(reads: (Read<unknown> | null)[]): string | null {
  const [first = null, ...more] = new Set(reads.flatMap((read) => read?.failure ?? []))
  return more.length > 0 ? 'Failed to load admin data.' : first
}
