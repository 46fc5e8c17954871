import type { Read, readDesk } from './reads'

/** Everything the desk shows, and when that was: `readAt` in milliseconds on the server's clock, `today` the studio's date. */
export type Desk = Awaited<ReturnType<typeof readDesk>>

/** The desk as it is now. What could not be read this time stays as it was, with the sentence that says so. */
export function updateDesk(before: Desk, now: Desk): Desk {
  const old: Record<string, Read<unknown>> = before.reads
  const reads = Object.entries<Read<unknown>>(now.reads).map(([key, { data, failure }]) => [
    key,
    { data: failure === null ? data : old[key]?.data, failure },
  ])
  return { ...now, reads: Object.fromEntries(reads) as Desk['reads'] }
}

/** The one sentence for what could not be read, or null. */
export function failureSentence({ reads }: Desk): string | null {
  const failures = Object.values(reads).flatMap(({ failure }) => failure ?? [])
  return failures.length > 1 ? 'Failed to load admin data.' : (failures[0] ?? null)
}
