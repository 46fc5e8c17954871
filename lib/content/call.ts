/** Where the calls happen: in one video room, or on the visitor's phone, which the studio rings. */
export type CallPlace =
  | { kind: 'video'; sample?: true; name: string; url: string }
  /** The booking form then asks for a phone number, as an option. */
  | { kind: 'phone' }

/**
 * The place of every call; one booking can have another, set in the admin. Shown to the person once the call is confirmed, and never on a
 * public page.
 */
export const callPlace: CallPlace = {
  kind: 'video',
  sample: true,
  name: 'Our video room',
  url: 'https://meet.southcoast.example/call',
}
