import { studio } from './site'

export const hero = {
  tagline: studio.tagline,
  headline: 'Digital products for founders who don’t code.',
  lead: 'You know the problem and the people who have it. We scope, design and build the web app, and put it live: a Starter in under 6 weeks.',
  primary: 'Start Your Project',
  secondary: 'View Packages',
  /** The product that is drawn, in product-window.tsx. */
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
        'We find the smallest version of your idea that is worth launching, draw each step that people take in it, and put a fixed price and a date on it. The rest waits until people ask for it.',
      includes: ['Scope and fixed price', 'Every step, drawn', 'A plan in weeks'],
    },
    {
      name: 'Design & Development',
      description:
        'Screens and code are made side by side, so what you approve is what gets built: a real web app, with sign-up, a database, and a phone in mind from the first sketch.',
      includes: ['UX/UI design', 'Full-stack web app', 'Mobile responsive'],
    },
    {
      name: 'Launch & Growth',
      description:
        'We set up hosting, put it live, and stay close while the first people use it. Then we keep it running, add what they ask for, or hand everything over to you.',
      includes: ['Hosting & deployment', 'Support & updates', 'Handover'],
    },
  ],
}

export const reasons = {
  title: 'Why Founders Work With Us',
  items: [
    {
      name: 'Fast focused delivery',
      text: 'One product, a short list, a date. What is not needed for launch is written down and left alone.',
    },
    {
      name: 'End-to-end execution',
      text: 'Strategy, design, code and hosting come from the same few people. You never carry messages between suppliers.',
    },
    {
      name: 'Clear communication',
      text: 'Plain words, early screens, honest dates. If something will be late or cost more, you hear it first and from us.',
    },
    {
      name: 'Flexible handover or support',
      text: 'Stay with us on a support plan, or take the full setup to your own accounts. Both are priced on this page.',
    },
    {
      name: 'Transparent pricing',
      text: 'Fixed pricing scoped up front. You know what it costs before we start, and what it will not include.',
    },
    {
      name: 'AI-accelerated development',
      text: 'AI takes the repetitive parts, so the weeks go into what makes your product yours. People read every line.',
    },
  ],
}

export const howWeWork = {
  title: 'How We Work',
  steps: [
    {
      name: 'Book a Free Chat',
      text: 'Thirty minutes about the idea, who it is for, and whether we are the right people to build it.',
    },
    {
      name: 'Design & Build',
      text: 'A fixed scope and price, then real screens you can click, and a product that grows in front of you.',
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
  text: 'Half an hour, free of charge. Bring the idea as it is.',
  action: 'Start Your Project',
}
