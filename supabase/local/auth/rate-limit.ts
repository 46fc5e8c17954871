/** GoTrue's rate limits: buckets of 30 tokens that refill within five minutes. */

const BURST = 30

/**
 * Returns a function that takes one token from a bucket, and returns false when the bucket is empty.
 * `perFiveMinutes` tokens refill it. All callers share one bucket, because they share this machine.
 */
export function createRateLimit(perFiveMinutes: number): () => boolean {
  const perSecond = perFiveMinutes / 300
  let tokens = BURST
  let last = Date.now()
  return () => {
    const now = Date.now()
    tokens = Math.min(BURST, tokens + (Math.max(0, now - last) / 1000) * perSecond)
    last = now
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
}
