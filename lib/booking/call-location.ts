import { ROOM_PLACEHOLDER } from '../content/room'
import type { UsualLocation } from '../settings/schema'

/** 'Our video room, https://meet.example/call', as `private.location_wording` writes it for confirmed calls. */
export function locationText(
  { location, phone, room }: { location: string | null; phone: string | null; room: string | null },
  usual: UsualLocation,
): string {
  if (location) return location
  if (usual.kind === 'video')
    return `${usual.name}, ${usual.url.replace(ROOM_PLACEHOLDER, room ?? ROOM_PLACEHOLDER)}`
  return phone ? `We ring you on ${phone}` : 'We ring you'
}
