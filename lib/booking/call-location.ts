import { callPlace } from '../content/call'

/**
 * Where a booking's call happens: its own `location`, which an admin wrote, or else the place of all calls. `words` is for people; `url` is
 * a video room's address. Nobody but the person may read it, and only once the call is confirmed.
 */
export function callLocation(
  booking: { location: string | null; phone: string | null },
  place = callPlace,
): { words: string; url?: string } {
  if (booking.location) return { words: booking.location, url: /https?:\/\/\S+/.exec(booking.location)?.[0] }
  if (place.kind === 'video') return { words: place.name, url: place.url }
  return { words: booking.phone ? `We ring you on ${booking.phone}` : 'We ring you' }
}
