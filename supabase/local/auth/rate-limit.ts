/** GoTrue's limit on sign-ins and refreshes: a bucket of 30 that fills at 150 in five minutes. */

const BURST = 30
const PER_SECOND = 150 / 300

/**
 * Returns a function that takes one token and returns false when the bucket is empty. One bucket
 * for all: every caller comes from this machine.
 */
export function createRateLimit(): () => boolean {
  let tokens = BURST
  let last = Date.now()
  return () => {
    const now = Date.now()
    tokens = Math.min(BURST, tokens + (Math.max(0, now - last) / 1000) * PER_SECOND)
    last = now
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
}
