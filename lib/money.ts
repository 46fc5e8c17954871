/** In whole cents (the currency's smallest unit), read and printed as the studio's place does. */
import { type Place, place } from './content/place'

type Money = Pick<Place, 'locale' | 'currency'>

/** The most of one line, in cents: 10 million dollars. */
const MAX_CENTS = 1_000_000_000

const formats = new Map<string, Intl.NumberFormat>() // a cache, because Intl's constructor is slow

function formatOf({ locale, currency }: Money, options: Intl.NumberFormatOptions = {}) {
  const key = JSON.stringify([locale, currency, options])
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(locale, { style: 'currency', currency, numberingSystem: 'latn', ...options })
  formats.set(key, format)
  return format
}

/** 2 for dollars, 0 for yen. */
const decimalsOf = (money: Money) => formatOf(money).resolvedOptions().maximumFractionDigits ?? 2

const partOf = (parts: Intl.NumberFormatPart[], type: Intl.NumberFormatPartTypes) =>
  parts.find((part) => part.type === type)?.value ?? ''

/** '$12,000.00', '-$500.00'. */
export function formatCents(cents: number, money: Money = place): string {
  return formatOf(money).format((cents || 0) / 10 ** decimalsOf(money)) // -0 is '$0.00' too
}

/** '$12,000', '$499.99'. */
export function formatAmount(cents: number, money: Money = place): string {
  return formatPrice(cents / 10 ** decimalsOf(money), true, money)
}

/** From dollars: '$12,000', '$499.99', or '$2000' if not `useGrouping`. */
export function formatPrice(price: number, useGrouping = true, money: Money = place): string {
  return formatOf(money, { useGrouping, ...inWhole(price) }).format(price)
}

/** From dollars: '12,000', '499.99'. */
export function formatNumber(amount: number, useGrouping: boolean | 'always' = true, money: Money = place) {
  return numberParts(formatOf(money, { useGrouping, ...inWhole(amount) }).formatToParts(amount))
    .map(({ value }) => value)
    .join('')
}

// In some countries Intl separates '€1,234.50' and '1.234,50': only a price's own parts have its separators.
const numberParts = (parts: Intl.NumberFormatPart[]) =>
  parts.filter(({ type }) => ['integer', 'group', 'decimal', 'fraction'].includes(type))

const inWhole = (amount: number) =>
  Number.isInteger(amount) ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {}

/**
 * As the place writes it: '12,000', '$1 200.50', '-500'. Null for any other text, such as fractions of a cent, and
 * where '1.234' and '1,234' are different sums.
 */
export function readCents(typed: string, money: Money = place): number | null {
  const parts = formatOf(money, { minimumFractionDigits: 1 }).formatToParts(1_234_567.5)
  const [group, decimal] = [partOf(parts, 'group'), partOf(parts, 'decimal')]
  const cents = readAs(typed, { group, decimal }, money)
  const other = readAs(typed, { group: decimal, decimal: group }, money)
  return other === null || other === cents ? cents : null
}

function readAs(typed: string, { group, decimal }: { group: string; decimal: string }, money: Money) {
  const [, before, lead = '', inside, number = '', trail = ''] =
    /^([-−]?)\s?([^\d\s−-]{0,5})\s?([-−]?)(\d(?:[^\p{L}\p{Sc}]*\d)?)\s?([^\d\s]{0,5})$/u.exec(typed.trim()) ??
    []
  const signs = (['symbol', 'narrowSymbol', 'code'] as const).map((currencyDisplay) =>
    partOf(formatOf(money, { currencyDisplay }).formatToParts(1), 'currency'),
  )
  if (!number || (before && inside) || ![lead, trail].every((sign) => ['', ...signs].includes(sign)))
    return null
  const [whole = '', rest = '', ...more] = number.split(decimal)
  const [digits, decimals] = [whole.replace(/\D/g, ''), decimalsOf(money)]
  const grouped = formatNumber(Number(digits), 'always', money).replace(/\D/g, group)
  if (![digits, grouped].includes(whole.replace(/\s/g, group)) || more.length > 0) return null
  if (/\D/.test(rest) || rest.length > decimals || number.endsWith(decimal)) return null
  const cents = Number(digits + rest.padEnd(decimals, '0'))
  return cents > MAX_CENTS ? null : before || inside ? -cents : cents
}

/** 'Canadian dollars'. */
export function currencyName(): string {
  const format = formatOf({ ...place, locale: 'en' }, { currencyDisplay: 'name' })
  return partOf(format.formatToParts(2), 'currency')
}

/** 'dollars'. */
export function currencyWord(): string {
  return currencyName().split(' ').at(-1) ?? ''
}

/** In cents, rounded to the cent; `percent` is a whole number. */
export function taxOn(cents: number, percent: number): number {
  return Math.floor((cents * percent + 50) / 100)
}

/** Whole percents that add up to 100. Rounds each amount down and adds the remainder to the last. */
export function splitCents(total: number, percents: readonly number[]): number[] {
  const steps = percents.slice(0, -1).map((percent) => Math.floor((total * percent) / 100))
  return [...steps, total - steps.reduce((sum, step) => sum + step, 0)]
}
