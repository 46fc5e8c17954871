/** Each item of an array must match the first item of the example's; null in `like` matches any value. */
export function hasShape<Shape>(value: unknown, like: Shape): value is Shape {
  if (like === null) return true
  if (typeof value !== typeof like || value === null || Array.isArray(value) !== Array.isArray(like))
    return false
  if (Array.isArray(like) && Array.isArray(value))
    return value.every((item) => hasShape(item, like[0] ?? null))
  if (typeof like !== 'object') return true
  return Object.entries(like).every(([key, part]) => hasShape((value as Record<string, unknown>)[key], part))
}

export function isStringRecord(value: unknown): value is Record<string, string> {
  return hasShape(value, {}) && Object.values(value).every((text) => typeof text === 'string')
}
