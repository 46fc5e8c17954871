/** Texts of the booking page. Its labels and messages are in the components. */
export const booking = {
  title: 'Book a free call',
  lead: 'A free 30-minute call about your product. Bring the idea as it is: no slides, no jargon, no obligation.',
  privacy: {
    purpose: 'We use what you write here to hold the call and to answer you, for nothing else.',
    rights: 'You can see, correct or erase what we keep about you at any time:',
  },
} as const
