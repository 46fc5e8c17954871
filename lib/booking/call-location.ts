import { ROOM_PLACEHOLDER } from '../room'
import type { UsualLocation } from '../settings/schema'

/**
 * Where a call will happen once it is confirmed, as one line: 'Our video room, https://meet.example/call'.
 * `location` is the place that an admin set for this call; null means the usual one. `room` is the call's own
 * room, for a usual address with a placeholder. `private.location_wording` in the database says the same of
 * confirmed calls.
 */
export function locationText(
  { location, phone, room }: { location: string | null; phone: string | null; room: string | null },
  usual: UsualLocation,
): string {
  if (location) return location
  if (usual.kind === 'video')
    return `${usual.name}, ${usual.url.replace(ROOM_PLACEHOLDER, room ?? ROOM_PLACEHOLDER)}`
  return phone ? `We ring you on ${phone}` : 'We ring you'
}
