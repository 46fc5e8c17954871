/** The packages: the id used in URLs, forms and the database, and the name that people see. */
export const packageNames = { starter: 'Starter', growth: 'Growth', scale: 'Scale' } as const
export type PackageId = keyof typeof packageNames

/** A package of work. Prices are in NZD and exclude GST. */
export interface Package {
  name: string
  /** As printed, e.g. '$25,000+'. */
  price: string
  /** The dollars of `price`, and the weeks of `timeline`: a test compares the digits. */
  amount: number
  timeline: string
  weeks: readonly [least: number, most: number]
  description: string
  /** The line before the features of a package that includes another one. */
  basis?: string
  features: string[]
  /** No package is highlighted. */
  popular: false
  highlight: string
}

/** A support plan for after the launch. */
export interface SupportPlan {
  name: string
  price: string
  /** The dollars of `price`. */
  amount: number
  description: string
}

/** What has a price: a package, a support plan or the handover. */
export type Priced = Pick<Package & SupportPlan, 'name' | 'price' | 'amount'>

/** Whether a price as printed is the least of what it may be: '$25,000+', 'from $250/month'. */
export function isLeast(price: string): boolean {
  return /^from|\+$/.test(price)
}

export const packages = {
  title: 'Three fixed packages',
  intro:
    'The scope is agreed up front, and so is the price. Each one goes a step deeper than the one before.',
  action: 'Start with',
  /** Before a package's name: unfolds the rest of it, on phones. */
  rest: 'More about',
  unsure: 'Not sure which? Five questions',
  items: [
    {
      name: 'Starter',
      price: '$6,500',
      amount: 6500,
      timeline: '2-4 weeks',
      weeks: [2, 4],
      description: 'One idea, done properly and live. Enough to put in front of the first people who pay.',
      features: [
        '1 core user flow',
        'UX/UI design',
        'basic sign-up/login',
        'basic database integration',
        'mobile responsive',
        'hosting & deployment setup',
      ],
      popular: false,
      highlight: 'The shortest way from an idea to a product.',
    },
    {
      name: 'Growth',
      price: '$12,000',
      amount: 12_000,
      timeline: '4-6 weeks',
      weeks: [4, 6],
      description:
        'For a product with two sides: the people who use it, and you, who run it from an office of its own.',
      basis: 'everything in Starter plus',
      features: [
        '2-3 user flows',
        'admin dashboard',
        'email setup',
        'user roles and permissions',
        'advanced database integration',
      ],
      popular: false,
      highlight: 'Room for the whole business, not just the demo.',
    },
    {
      name: 'Scale',
      price: '$25,000+',
      amount: 25_000,
      timeline: '6-10+ weeks',
      weeks: [6, 10],
      description:
        'For products with payments, AI or many moving parts. We scope deeply first, then build in stages.',
      basis: 'everything in Growth plus',
      features: [
        'deep scoping, strategy & planning',
        'AI-powered features',
        'OpenAI & Gemini integrations',
        'payments integration',
        'analytics setup',
      ],
      popular: false,
      highlight: 'The deep end, with a chart drawn beforehand.',
    },
  ] satisfies Package[] as Package[],
}

export const support = {
  title: 'Ongoing support, or the keys',
  intro: 'A launch is a beginning. Let us keep it running, or take it home; you can change your mind later.',
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
      price: 'one-time $1000 excl. GST',
      amount: 1000,
      description: 'Handover of the full setup to your own accounts, with a walk through all of it.',
    },
  ] satisfies SupportPlan[] as SupportPlan[],
}
