/** The frames of Phoenix's protocol 2.0.0: each is a JSON array `[join_ref, ref, topic, event, payload]`. */

export type Payload = Record<string, unknown>

export interface Frame {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: Payload
}

/** Null if the text is not a frame. */
export function parseFrame(text: string): Frame | null {
  try {
    const parts: unknown = JSON.parse(text)
    if (!Array.isArray(parts) || parts.length !== 5) return null
    const [joinRef, ref, topic, event, payload] = parts as unknown[]
    if (!isRef(joinRef) || !isRef(ref) || typeof topic !== 'string' || typeof event !== 'string') return null
    return isPayload(payload) ? { joinRef, ref, topic, event, payload } : null
  } catch {
    return null
  }
}

function isRef(value: unknown): value is string | null {
  return value === null || typeof value === 'string'
}

export function isPayload(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
