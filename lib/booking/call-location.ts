import { ROOM_PLACEHOLDER } from '../room'
import type { UsualLocation } from '../settings/schema'

/**
 * Where a call will happen once it is confirmed, as one line: 'Our video room,
 * https://meet.example/call'. It is its own `location`, which an admin set, or else the usual one. Of
 * confirmed calls the database says it itself, in the same words (`private.location_wording`). `room` is
 * the call's own, where the usual address has one.
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
