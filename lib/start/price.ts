import type { PackageId } from '../content/package-names'
import { isLeast, type Package, packages, type Priced } from '../content/packages'
import { support } from '../content/support'
import { owner } from '../content/owner'
import { afterLaunch, startResult } from '../content/start'
import type { After } from './answers'
import type { NamedPackage } from './so-far'

/** A line of the price summary. `price` is the price as the page shows it; `gst` is a sentence. */
export interface PriceLine {
  name: string
  price: string
  /** A note about the line; null for the package, which the page describes elsewhere. */
  note: string | null
  gst: string
}

/** The packages for the line below the questions, cheapest first. */
export function namedPackages(): NamedPackage[] {
  return packages.items
    .toSorted((a, b) => a.amount - b.amount)
    .map(({ id, name, price, timeline }) => ({
      id,
      words: `${name}, ${price}, ${startResult.terms}`,
      timeline,
    }))
}

/** The hints below the answers about the time after the launch: 'Hosting & Billing, from $250/month'. */
export function planHints(): { [A in After]?: string } {
  return Object.fromEntries(
    Object.entries(afterLaunch.answers).flatMap(([id, { plan }]) => {
      const found = planOf(plan)
      return found ? [[id, `${found.name}, ${found.price}`]] : []
    }),
  )
}

const HANDOVER = 'Handover'

/** The lines of the price summary: the package, the chosen support plan, and the handover. */
export function priceLines(fits: Package, after: After): PriceLine[] {
  const plan = planOf(afterLaunch.answers[after].plan)
  const handover = planOf(HANDOVER)
  const { includesGst, abroad } = startResult.price
  return [
    { ...line(fits, null), gst: `${gstSentence(fits)} ${abroad}` },
    ...(plan
      ? [
          {
            ...line(plan, plan.description),
            gst: owner.supportGst.excluded ? gstSentence(plan) : includesGst,
          },
        ]
      : []),
    ...(handover ? [{ ...line(handover, startResult.price.handover), gst: gstSentence(handover) }] : []),
  ]
}

const line = ({ name, price }: Priced, note: string | null) => ({ name, price, note })
const planOf = (name: string | null) => support.plans.find((plan) => plan.name === name)

/** A price with and without GST: 'In New Zealand: $6,500 + $975 GST = $7,475.' */
export function gstSentence({ price, amount }: Priced, { registered, rate } = owner.gst): string {
  if (!registered) return 'We are not registered for GST, so none is added.'
  const gst = Math.round(amount * rate * 100) / 100
  const from = isLeast(price) ? 'from ' : ''
  // The site's prices write '$6,500' with a comma, but '$2000' without one.
  const dollars = (sum: number) => formatDollars(sum, !/\d{4}/.test(price))
  return `In New Zealand: ${from}${dollars(amount)} + ${dollars(gst)} GST = ${from}${dollars(amount + gst)}.`
}

// Created once, because a page has several amounts and the Intl constructor is slow.
const whole = new Intl.NumberFormat('en-NZ', { maximumFractionDigits: 0 })
const withCents = new Intl.NumberFormat('en-NZ', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

function formatDollars(amount: number, grouped: boolean): string {
  const text = (Number.isInteger(amount) ? whole : withCents).format(amount)
  return `$${grouped ? text : text.replaceAll(',', '')}`
}

/**
 * The current prices at /start for a package and the chosen support plan, as a request stores them: '$12,000;
 * Hosting & Billing from $250/month'.
 */
export function priceSeen(
  chosen: PackageId,
  after: After = 'open',
  prices: readonly Package[] = packages.items,
): string | undefined {
  const price = prices.find(({ id }) => id === chosen)?.price
  const plan = planOf(afterLaunch.answers[after].plan)
  return price && (plan ? `${price}; ${plan.name} ${plan.price}` : price)
}
