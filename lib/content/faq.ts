import { priceNote } from './place'
import { support } from './support'

interface Faq {
  sample?: true
  title: string
  items: { question: string; answer: string }[]
}

const [hosting, updates, handover] = support.plans.map(({ price }) => price)

/** The studio gave the facts; the wording is a sample. */
export const faq: Faq = {
  sample: true,
  title: 'Questions before the free call',
  items: [
    {
      question: 'Do I need to know technology?',
      answer:
        'No. You bring the problem and the people who have it. We turn that into screens, data and a launch, and explain each choice in plain words before it costs anything.',
    },
    {
      question: 'How long does it take?',
      answer:
        'Starter takes 2-4 weeks and Growth 4-6 weeks. Scale takes 6-10+ weeks, because it begins with deep scoping. You have the date in writing before we start.',
    },
    {
      question: 'Can the price change later?',
      answer: `Not for what was agreed. Pricing is fixed and scoped up front, in ${priceNote}. New wishes are welcome: they get their own price, and you decide whether they come now or after launch.`,
    },
    {
      question: 'What happens after launch?',
      answer: `You choose. We host and bill ${hosting}, or support and update the product ${updates}, or hand the full setup over to your own accounts for a ${handover}.`,
    },
    {
      question: 'What is “AI-accelerated” here?',
      answer:
        'We use AI tools for the repetitive parts of design and code, which is part of why it goes fast. People decide what gets built, and people read all of it before it ships.',
    },
    {
      question: 'What happens on the free call?',
      answer:
        'Thirty minutes with one of us. You describe the idea; we say what we would build first, roughly what it costs, and whether we are the right studio for it. No preparation needed.',
    },
  ],
}
