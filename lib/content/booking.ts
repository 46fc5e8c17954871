/** The words of the booking page that are the studio's own; the specification's stand where they are used. */
export const booking = {
  title: 'Book a free call',
  lead: 'A free 30 min call about your product. Bring the idea as it is: no slides, no jargon, and no obligation to go on.',
  privacy: [
    'We use what you write here to answer you and to hold the call, for nothing else.',
    'Ask us at any time for a copy of what we keep about you, or to correct or erase it:',
  ],
} as const
