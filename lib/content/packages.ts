import { type PackageId, packageNames } from './package-names'
import type { SupportPlan } from './support'

/** Prices exclude the tax. */
export interface Package {
  id: PackageId
  name: string
  /** '$25,000+'. A test compares `amount` with it, and `weeks` with `timeline`. */
  price: string
  amount: number
  timeline: string
  weeks: readonly [least: number, most: number]
  description: string
  /** The package that this one includes; null for the smallest. */
  basis: PackageId | null
  /** Those that this package adds to `basis`: see {@link contentsOf}. */
  features: string[]
  /** A plain explanation of each feature, for pages only, never in an offer. */
  meanings: Record<string, string>
  /** Maps a feature to the line of `basis` that it replaces in the full list. */
  replaces?: Record<string, string>
  /** No package is highlighted. */
  popular: false
  highlight: string
}

export type Priced = Pick<Package & SupportPlan, 'name' | 'price' | 'amount'>

/** '$25,000+', 'from $250/month'. */
export function isLeast(price: string): boolean {
  return /^from|\+$/.test(price)
}

export const packages = {
  title: 'Three packages, priced up front',
  intro:
    'Each begins with a free call. Scope and price are agreed before we build; Scale starts at the price shown.',
  action: 'Start with',
  basis: 'What you get',
  unsure: 'Not sure which? Answer five questions',
  items: [
    {
      id: 'starter',
      name: packageNames.starter,
      price: '$6,500',
      amount: 6500,
      timeline: '2-4 weeks',
      weeks: [2, 4],
      description:
        'One idea, done properly and live. People sign up, do one thing from start to end, and find it again next time.',
      basis: null,
      features: [
        '1 core user flow',
        'UX/UI design',
        'basic sign-up/login',
        'basic database integration',
        'mobile responsive',
        'hosting & deployment setup',
      ],
      meanings: {
        '1 core user flow': 'one thing, start to end',
        'UX/UI design': 'screens from your idea',
        'basic sign-up/login': 'people sign in',
        'basic database integration': 'data is saved',
        'mobile responsive': 'as good on a phone',
        'hosting & deployment setup': 'we put it live',
      },
      popular: false,
      highlight: 'The shortest way from an idea to a product.',
    },
    {
      id: 'growth',
      name: packageNames.growth,
      price: '$12,000',
      amount: 12_000,
      timeline: '4-6 weeks',
      weeks: [4, 6],
      description:
        'For two or three things that people do every day, and a place from which you look after them.',
      basis: 'starter',
      features: [
        '2-3 user flows',
        'admin dashboard',
        'email setup',
        'user roles and permissions',
        'advanced database integration',
      ],
      meanings: {
        '2-3 user flows': 'two or three things to do',
        'admin dashboard': 'you run it from there',
        'email setup': 'it sends the emails',
        'user roles and permissions': 'each side sees and does its own',
        'advanced database integration': 'many kinds of records, joined up',
      },
      replaces: {
        '2-3 user flows': '1 core user flow',
        'advanced database integration': 'basic database integration',
      },
      popular: false,
      highlight: 'Room for the whole business.',
    },
    {
      id: 'scale',
      name: packageNames.scale,
      price: '$25,000+',
      amount: 25_000,
      timeline: '6-10+ weeks',
      weeks: [6, 10],
      description:
        'For payments by card, AI that does part of the work, or many parts. We put them in order first, then build in stages.',
      basis: 'growth',
      features: [
        'deep scoping, strategy & planning',
        'AI-powered features',
        'OpenAI & Gemini integrations',
        'payments integration',
        'analytics setup',
      ],
      meanings: {
        'deep scoping, strategy & planning': 'we plan all the parts before we build',
        'AI-powered features': 'AI does part of the work',
        'OpenAI & Gemini integrations': 'the models behind ChatGPT and Gemini',
        'payments integration': 'people pay by card',
        'analytics setup': 'who uses it, and for what',
      },
      popular: false,
      highlight: 'The whole idea, built in the right order.',
    },
  ] satisfies Package[] as Package[],
}

/** A test checks that every id has a package. */
export function packageOf(id: PackageId): Package {
  const found = packages.items.find((item) => item.id === id)
  if (!found) throw new Error(`There is no package ${id}.`)
  return found
}

/** A test checks that every feature has one. */
export function meaningOf(feature: string): string {
  const meaning = packages.items.find(({ meanings }) => meanings[feature])?.meanings[feature]
  if (!meaning) throw new Error(`No package says what ${feature} means.`)
  return meaning
}

function contentsOf({ basis, features }: Package): string[] {
  return [...(basis ? contentsOf(packageOf(basis)) : []), ...features]
}

/** The larger feature may replace it ('2-3 user flows' for '1 core user flow'); null if the package has neither. */
export function lineFor({ basis, features, replaces = {} }: Package, feature: string): string | null {
  if (features.includes(feature)) return feature
  const smaller = basis && lineFor(packageOf(basis), feature)
  return Object.keys(replaces).find((line) => replaces[line] === smaller) ?? smaller
}

/** As a contract lists them: each line once, without replaced lines. */
export function scopeOf(item: Package): string[] {
  return [...new Set(contentsOf(item).flatMap((feature) => lineFor(item, feature) ?? []))]
}

export function basisLine({ basis }: Package): string | null {
  return basis && `everything in ${packageNames[basis]} plus`
}
