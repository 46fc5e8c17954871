/** As in GoTrue: a bucket of 30 tokens that refills steadily. */

const BURST = 30

/**
 * Returns a function that takes a token; false if the bucket is empty. All clients share it, because all are on this
 * machine.
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
