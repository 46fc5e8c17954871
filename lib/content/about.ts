import { studio } from './site'

/**
 * A founder. `bio` is one sentence; `profile` is the URL of a page about the founder on another site, such as
 * LinkedIn.
 */
export interface Founder {
  sample?: true
  name: string
  title: string
  bio: string
  profile: string
}

export const about = {
  sample: true,
  title: 'A studio where the city runs out of land',
  lead: `We work on the south coast of ${studio.locality}, New Zealand, where the hills stop and Cook Strait begins. The studio was founded in ${studio.founded} to do one thing: build web apps with people who have a good idea and no technical team.`,
  story: [
    'Most of those people are left to choose between a freelancer who vanishes and an agency that bills by the slide. We thought there was room for a third kind: two founders who design, build and launch the thing themselves, at a price they can say out loud.',
    'So we keep it small. A few products at a time, each with a fixed scope, a fixed price and a date. You talk to the people who do the work, and at the end you own something that runs.',
  ],
  foundersTitle: 'Meet the Founders',
  /** The text in the picture of a sample founder. */
  portrait: 'Portrait to follow, with the name',
  founders: [
    {
      sample: true,
      name: 'Founder, design',
      title: 'Product and design',
      bio: 'I draw the screens, and on the free call I ask what we can leave out.',
      profile: 'https://founder-design.example',
    },
    {
      sample: true,
      name: 'Founder, engineering',
      title: 'Code and infrastructure',
      bio: 'I build it, I put it live, and I am the one who wakes up if it stops.',
      profile: 'https://founder-engineering.example',
    },
  ] satisfies Founder[] as Founder[],
  closing: {
    title: 'Tell us what should exist',
    text: 'A free call of half an hour with one of us. Bring the idea as it is.',
    action: 'Start Your Project',
  },
}
