import { place } from './place'

export interface SupportPlan {
  name: string
  price: string
  amount: number
  description: string
}

export const support = {
  title: 'Ongoing support, or the keys',
  intro: 'Let us keep it running, or run it yourself; you can change your mind later.',
  plans: [
    {
      name: 'Hosting & Billing',
      price: 'from $250/month',
      amount: 250,
      description: 'We host the product, watch over it, and keep all its accounts on a single bill.',
    },
    {
      name: 'Support & Updates',
      price: 'from $2000/month',
      amount: 2000,
      description: 'Fixes, upkeep and new features, month by month, from the people who built it.',
    },
    {
      name: 'Handover',
      price: `one-time $1000 excl. ${place.tax.name}`,
      amount: 1000,
      description: 'Handover of the full setup to your own accounts, and a walk-through.',
    },
  ] satisfies SupportPlan[] as SupportPlan[],
}
