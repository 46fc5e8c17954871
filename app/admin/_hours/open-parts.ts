/** The ids of the headings. */
export const PARTS = ['availability', 'exceptions', 'recurring'] as const
export type Part = (typeof PARTS)[number]

/** From `?open=`; null without it. */
export function readOpen(open: unknown): readonly Part[] | null {
  if (typeof open !== 'string') return null
  const named = open.split(',')
  return PARTS.filter((part) => named.includes(part))
}

/** `open` are the open parts of a query without `?open=`. */
export function togglePart(part: Part, open: readonly Part[], query: string): string {
  const params = new URLSearchParams(query)
  const now = readOpen(params.get('open') ?? undefined) ?? open
  params.set('open', PARTS.filter((other) => now.includes(other) !== (other === part)).join())
  return `?${params}`
}
