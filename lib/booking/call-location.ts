import { callPlace } from '../content/call'

/**
 * Where a booking's call happens: its own `location`, which an admin set, or else the usual place. `words` is the text to show, `url` the URL of
 * a video room. Show it only to the visitor, and only when the call is confirmed.
 */
export function callLocation(
  booking: { location: string | null; phone: string | null },
  place = callPlace,
): { words: string; url?: string } {
  if (booking.location) return { words: booking.location, url: /https?:\/\/\S+/.exec(booking.location)?.[0] }
  if (place.kind === 'video') return { words: place.name, url: place.url }
  return { words: booking.phone ? `We ring you on ${booking.phone}` : 'We ring you' }
}
