const GIVE_UP_MS = 8_000
const TRY_EVERY_MS = 3_000

/** Next loads a document after a failed fetch, so callers ask first. */
export async function isReachable(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(GIVE_UP_MS)
    return (await fetch('/api/health?database', { cache: 'no-store', signal })).ok
  } catch {
    return false
  }
}

export async function untilReachable(): Promise<void> {
  while (!(await isReachable())) await new Promise((resolve) => setTimeout(resolve, TRY_EVERY_MS))
}
