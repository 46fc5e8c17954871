/** Where calls happen: in a video room, or by phone, when the studio rings the visitor. */
export type CallLocation =
  | { kind: 'video'; sample?: true; name: string; url: string }
  /** The booking form then has an optional field for a phone number. */
  | { kind: 'phone' }

/**
 * The location of every call, unless an admin sets another one for a booking. The visitor sees it
 * when the call is confirmed; it is never on a public page.
 */
export const usualLocation: CallLocation = {
  kind: 'video',
  sample: true,
  name: 'Our video room',
  url: 'https://meet.southcoast.example/call',
}
