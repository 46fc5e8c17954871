import type { PackageId } from '../content/package-names'
import { isLeast, type Package, packages, type Priced } from '../content/packages'
import { support } from '../content/support'
import { owner } from '../content/owner'
import { place } from '../content/place'
import { formatPrice } from '../money'
import { afterLaunch, startResult } from '../content/start'
import type { After } from './answers'
import type { NamedPackage } from './so-far'

export interface PriceLine {
  name: string
  price: string
  /** Null for the package, which the page describes elsewhere. */
  note: string | null
  tax: string
}

export function namedPackages(): NamedPackage[] {
  return packages.items
    .toSorted((a, b) => a.amount - b.amount)
    .map(({ id, name, price, timeline }) => ({
      id,
      words: `${name}, ${price}, ${startResult.terms}`,
      timeline,
    }))
}

/** 'Hosting & Billing, from $250/month'. */
export function planHints(): { [A in After]?: string } {
  return Object.fromEntries(
    Object.entries(afterLaunch.answers).flatMap(([id, { plan }]) => {
      const found = planOf(plan)
      return found ? [[id, `${found.name}, ${found.price}`]] : []
    }),
  )
}

const HANDOVER = 'Handover'

export function priceLines(item: Package, after: After): PriceLine[] {
  const plan = planOf(afterLaunch.answers[after].plan)
  const handover = planOf(HANDOVER)
  const { includesTax } = startResult.price
  return [
    { ...line(item, null), tax: `${taxSentence(item)} ${place.tax.abroad}` },
    ...(plan
      ? [
          {
            ...line(plan, plan.description),
            tax: owner.supportTax.excluded ? taxSentence(plan) : includesTax,
          },
        ]
      : []),
    ...(handover ? [{ ...line(handover, startResult.price.handover), tax: taxSentence(handover) }] : []),
  ]
}

const line = ({ name, price }: Priced, note: string | null) => ({ name, price, note })
const planOf = (name: string | null) => support.plans.find((plan) => plan.name === name)

/** 'In Canada: $6,500 + $845 HST = $7,345.' */
export function taxSentence({ price, amount }: Priced, tax = place.tax): string {
  if (!tax.registered) return `We are not registered for ${tax.name}, so none is added.`
  const added = Math.round(amount * tax.percent) / 100
  const from = isLeast(price) ? 'from ' : ''
  // The site's prices write '$6,500' with a comma, but '$2000' without one.
  const print = (sum: number) => formatPrice(sum, !/\d{4}/.test(price))
  return `In ${tax.area}: ${from}${print(amount)} + ${print(added)} ${tax.name} = ${from}${print(amount + added)}.`
}

/** As a request stores them: '$12,000; Hosting & Billing from $250/month'. */
export function priceSeen(
  chosen: PackageId,
  after: After = 'open',
  prices: readonly Package[] = packages.items,
): string | undefined {
  const price = prices.find(({ id }) => id === chosen)?.price
  const plan = planOf(afterLaunch.answers[after].plan)
  return price && (plan ? `${price}; ${plan.name} ${plan.price}` : price)
}
