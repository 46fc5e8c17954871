import { usualLocation } from '../content/call'

interface LocatedBooking {
  location: string | null
  phone: string | null
}

/**
 * Where a booking's call happens: its own `location`, which an admin set, or else the usual
 * location. `words` is the text to show, `url` the URL of a video room. Show it only to the
 * visitor, and only when the call is confirmed.
 */
export function callLocation(
  booking: LocatedBooking,
  usual = usualLocation,
): { words: string; url?: string } {
  if (booking.location) return { words: booking.location, url: /https?:\/\/\S+/.exec(booking.location)?.[0] }
  if (usual.kind === 'video') return { words: usual.name, url: usual.url }
  return { words: booking.phone ? `We ring you on ${booking.phone}` : 'We ring you' }
}

/**
 * Where a booking's call happens, as one line: 'Our video room, https://meet.example/call'. What a
 * visitor was told is stored like this (`bookings.told_location`), so that both can be compared.
 */
export function locationText(booking: LocatedBooking, usual = usualLocation): string {
  const { words, url } = callLocation(booking, usual)
  return url && !words.includes(url) ? `${words}, ${url}` : words
}
