import type { Package } from './packages'
import { portfolio } from './portfolio'
import { studio } from './studio'

export interface HeroProduct {
  sample?: true
  name: string
  /** A path in `public/` (1200 × 800 pixels), or the words of the drawing in product-window.tsx. */
  screen: { picture: string } | Drawing
}

interface Drawing {
  title: string
  tides: readonly string[]
  lessons: Record<string, string>
  phone: { title: string; facts: Record<string, string>; action: string }
}

export const hero = {
  tagline: studio.tagline,
  headline: 'Digital products for founders who don’t code.',
  lead: `You know the problem and the people who have it. We scope, design and build the web app, and put it live in ${studio.promise}. First comes a free call with one of the two of us.`,
  from: 'From',
  longer: ({ timeline }: Pick<Package, 'timeline'>) => `The largest package takes ${timeline}.`,
  primary: 'Start Your Project',
  /** Until the next free time is known. */
  opens: 'Start with a free 30-minute call: you pick the time.',
  secondary: 'View Packages',
  product: {
    sample: true,
    name: portfolio.items[0]?.name ?? '',
    screen: {
      title: 'Lessons at low water',
      tides: ['High, 6:36 am', 'Low, 12:48 pm'],
      lessons: { Beginners: '9:40', Longboard: '11:40', Groms: '3:00' },
      phone: {
        title: 'Longboard, two hours',
        facts: { Start: '11:40 am', Beach: 'North end', 'Places left': 'Three' },
        action: 'Book a place',
      },
    },
  } as HeroProduct,
  caption: ({ sample, name }: HeroProduct) => `This is ${name}${sample ? ', a sample' : ''}.`,
  products: 'See all three',
}

export const services = {
  title: 'From a rough idea to a running product',
  intro: 'Three kinds of work, one small team. Nothing is thrown over a wall: there is no wall.',
  items: [
    {
      name: 'Product Strategy',
      description: 'We find the smallest version worth launching, and put a fixed price and a date on it.',
      includes: ['What is in, and what waits', 'Each step, as a sketch', 'A plan in weeks'],
    },
    {
      name: 'Design & Development',
      description: 'Screens and code are made side by side, so what you approve is what gets built.',
      includes: ['UX/UI design', 'Full-stack web app', 'Mobile responsive'],
    },
    {
      name: 'Launch & Growth',
      description: 'We put it live and stay close. Then we keep it running, or hand it all over to you.',
      includes: ['Hosting & deployment', 'Support & updates', 'Handover'],
    },
  ],
}

export const reasons = {
  title: 'Why Founders Work With Us',
  items: [
    {
      name: 'Fast focused delivery',
      text: 'One product, a short list, a date.',
    },
    {
      name: 'End-to-end execution',
      text: 'The same two people do strategy, design, code and hosting.',
    },
    {
      name: 'Clear communication',
      text: 'Plain words, early screens. If it is late, you hear it first.',
    },
    {
      name: 'Flexible handover or support',
      text: 'Stay with us, or take it all to your own accounts.',
    },
    {
      name: 'Transparent pricing',
      text: 'Fixed pricing scoped up front. You know what it won’t include.',
    },
    {
      name: 'AI-accelerated development',
      text: 'AI takes the repetitive parts. People read every line.',
    },
  ],
}

/** Clauses from offer.ts, each under the question that it answers. */
export const inWriting = {
  title: 'In writing before you pay',
  lead: 'First you get a written offer: scope, price and date. Every offer starts from these terms, word for word. Yours may differ where we both want it, and you read it before you accept.',
  questions: {
    acceptance: 'When am I bound?',
    payment: 'When do I pay?',
    lateness: 'What if you are late?',
    mending: 'What if something doesn’t work?',
    ownership: 'Who owns it?',
    ending: 'What if I want to stop?',
  },
}

export const howWeWork = {
  title: 'How We Work',
  steps: [
    {
      name: 'Book a Free Chat',
      text: 'Thirty minutes with one of us: the idea, who it is for, and whether we are the right people.',
    },
    {
      name: 'Design & Build',
      text: 'First the scope and price in writing. Then real screens that you can click.',
    },
    {
      name: 'Launch',
      text: 'Tried on real phones, with data in place, live on your own address.',
    },
    {
      name: 'Keep it Running',
      text: 'Hosting and new features from us, or a clean handover to your own accounts.',
    },
  ],
}

export const closing = {
  title: 'Your Launch, Done Right',
  text: 'A free call of half an hour with one of us. Bring the idea as it is.',
  action: 'Start Your Project',
}
