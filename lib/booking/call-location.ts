import type { UsualLocation } from '../settings/schema'

/**
 * Where a call will happen once it is confirmed, as one line: 'Our video room,
 * https://meet.example/call'. It is its own `location`, which an admin set, or else the usual one. Of
 * confirmed calls the database says it itself, in the same words (`private.location_wording`).
 */
export function locationText(
  { location, phone }: { location: string | null; phone: string | null },
  usual: UsualLocation,
): string {
  if (location) return location
  if (usual.kind === 'video') return `${usual.name}, ${usual.url}`
  return phone ? `We ring you on ${phone}` : 'We ring you'
}
