/** The parts of the availability, by the ids of their headings. */
export const PARTS = ['availability', 'exceptions', 'recurring'] as const
export type Part = (typeof PARTS)[number]

/** Reads `?open=` of an address of /admin, the open parts; null without it. */
export function readOpen(open: unknown): readonly Part[] | null {
  if (typeof open !== 'string') return null
  const named = open.split(',')
  return PARTS.filter((part) => named.includes(part))
}

/** Opens or closes a part in a query string. `open` are the open parts of a query without `?open=`. */
export function togglePart(part: Part, open: readonly Part[], query: string): string {
  const params = new URLSearchParams(query)
  const now = readOpen(params.get('open') ?? undefined) ?? open
  params.set('open', PARTS.filter((other) => now.includes(other) !== (other === part)).join())
  return `?${params}`
}
