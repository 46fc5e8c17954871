/** Phoenix frames, version 2.0.0: `[join_ref, ref, topic, event, payload]`. */

export type Payload = Record<string, unknown>

export interface Frame {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: Payload
}

/** Reads a frame; null for anything that is not one. */
export function parseFrame(text: string): Frame | null {
  let parts: unknown
  try {
    parts = JSON.parse(text)
  } catch {
    return null
  }
  if (!Array.isArray(parts) || parts.length !== 5) return null
  const [joinRef, ref, topic, event, payload] = parts as unknown[]
  if (
    !isRef(joinRef) ||
    !isRef(ref) ||
    typeof topic !== 'string' ||
    typeof event !== 'string' ||
    !isPayload(payload)
  )
    return null
  return { joinRef, ref, topic, event, payload }
}

export function formatFrame(
  joinRef: string | null,
  ref: string | null,
  topic: string,
  event: string,
  payload: Payload,
): string {
  return JSON.stringify([joinRef, ref, topic, event, payload])
}

function isRef(value: unknown): value is string | null {
  return value === null || (typeof value === 'string' && value.length <= 100)
}

export function isPayload(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
