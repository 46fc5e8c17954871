import { place } from './place'
import { studio } from './studio'

/** A sample's `name` is a trade. `does` completes '{first name} …'. `photograph` is in `public/`, 480 × 600 pixels. */
export interface Founder {
  sample?: true
  name: string
  title: string
  bio: string
  does: string
  profile: string
  photograph?: string
}

export const about = {
  sample: true,
  title: 'A studio where the city runs out of land',
  lead: `We work on the south coast of ${place.city}, ${place.country.name}, where the hills stop and Cook Strait begins. The studio was founded in ${studio.founded} to do one thing: build web apps with people who have a good idea and no technical team.`,
  story: [
    'Most of those people are left to choose between a freelancer who vanishes and an agency that bills by the slide. We thought there was room for a third kind: two people who design, build and launch the thing themselves, at a price they can say out loud.',
    'So we keep it small. A few products at a time, each with a fixed scope, a fixed price and a date. You talk to the people who do the work, and at the end you own something that runs.',
  ],
  foundersTitle: 'Meet the Founders',
  founders: [
    {
      sample: true,
      name: 'Design',
      title: 'Screens and the free call',
      bio: 'I draw the screens, and on the free call I ask what we can leave out.',
      does: 'designs',
      profile: 'https://founder-design.example',
    },
    {
      sample: true,
      name: 'Engineering',
      title: 'Code and infrastructure',
      bio: 'I build it, I put it live, and I am the one who wakes up if it stops.',
      does: 'builds',
      profile: 'https://founder-engineering.example',
    },
  ] satisfies Founder[] as Founder[],
  closing: {
    title: 'Tell us what should exist',
    text: 'A free call of half an hour with one of us. Bring the idea as it is.',
    action: 'Start Your Project',
  },
}
