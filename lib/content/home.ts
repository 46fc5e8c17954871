import type { Package } from './packages'
import { studio } from './site'

export const hero = {
  tagline: studio.tagline,
  headline: 'Digital products for founders who don’t code.',
  lead: `You know the problem and the people who have it. We scope, design and build the web app, and put it live in ${studio.promise}. First comes a free call with a founder.`,
  /** Shown before the price of the smallest package. */
  from: 'From',
  /** Shown beside the weeks promised in `lead`, because the largest package takes longer. */
  longer: ({ name, timeline }: Pick<Package, 'name' | 'timeline'>) =>
    `${name}, the largest, takes ${timeline}.`,
  primary: 'Start Your Project',
  /** Shown below the buttons until the next free time is known. */
  opens: 'Start with a free 30-minute call: you pick the time.',
  secondary: 'View Packages',
  /** The product that product-window.tsx draws. */
  screen: {
    sample: true,
    name: 'Tideline',
  } as { sample?: true; name: string },
}

export const services = {
  title: 'From a rough idea to a running product',
  intro: 'Three kinds of work, one small team. Nothing is thrown over a wall, because there is no wall.',
  items: [
    {
      name: 'Product Strategy',
      description:
        'We find the smallest version of your idea that is worth launching, and put a fixed price and a date on it. The rest waits until people ask for it.',
      includes: ['What is in, and what waits', 'Each step, as a sketch', 'A plan in weeks'],
    },
    {
      name: 'Design & Development',
      description:
        'Screens and code are made side by side, so what you approve is what gets built: a real web app, as good on a phone as on a computer.',
      includes: ['UX/UI design', 'Full-stack web app', 'Mobile responsive'],
    },
    {
      name: 'Launch & Growth',
      description:
        'We put it live and stay close while the first people use it. Then we keep it running, or hand everything over to you.',
      includes: ['Hosting & deployment', 'Support & updates', 'Handover'],
    },
  ],
}

export const reasons = {
  title: 'Why Founders Work With Us',
  items: [
    {
      name: 'Fast focused delivery',
      text: 'One product, a short list, a date. What can wait is written down and left alone.',
    },
    {
      name: 'End-to-end execution',
      text: 'The same few people do strategy, design, code and hosting. You carry no messages between suppliers.',
    },
    {
      name: 'Clear communication',
      text: 'Plain words, early screens. If it will be late, you hear it first, and from us.',
    },
    {
      name: 'Flexible handover or support',
      text: 'Stay with us, or take everything to your own accounts. Both have a price on this page.',
    },
    {
      name: 'Transparent pricing',
      text: 'Fixed pricing scoped up front. You know what it costs before we start, and what it won’t include.',
    },
    {
      name: 'AI-accelerated development',
      text: 'AI takes the repetitive parts. People decide what is built, and read every line.',
    },
  ],
}

/** Clauses of every offer (from offer.ts), each under the question that it answers. */
export const inWriting = {
  title: 'In writing before you pay',
  lead: 'First you get a written offer: what is in it and what isn’t, the price and the date. This is what every offer begins with, word for word; a founder can change it in one offer.',
  questions: {
    acceptance: 'When am I bound?',
    payment: 'When do I pay?',
    lateness: 'What if you are late?',
    mending: 'What if something doesn’t work?',
    ownership: 'Who owns it?',
  },
}

export const howWeWork = {
  title: 'How We Work',
  steps: [
    {
      name: 'Book a Free Chat',
      text: 'Thirty minutes with a founder: the idea, who it is for, and whether we are the right people to build it.',
    },
    {
      name: 'Design & Build',
      text: 'First the scope and price in writing. Then real screens you can click, and a product that grows.',
    },
    {
      name: 'Launch',
      text: 'Hosting, sign-up and data in place, tried on real phones, live on your own address.',
    },
    {
      name: 'Keep it Running',
      text: 'Hosting, updates and the next features from us, or a clean handover to your own accounts.',
    },
  ],
}

export const closing = {
  title: 'Your Launch, Done Right',
  text: 'A free call of half an hour with a founder. Bring the idea as it is.',
  action: 'Start Your Project',
}
