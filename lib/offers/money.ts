/** Money in whole cents. */

/** The largest amount of one line, in cents: 10 million dollars. */
const MAX_CENTS = 1_000_000_000

/**
 * Parses an amount in dollars: '12,000', '$1 200.50', '-500'. Returns null for any other text, such as
 * fractions of a cent or a decimal comma: '1,50' is not 150 dollars.
 */
export function readCents(typed: string): number | null {
  const [, minus, dollars = '', cents = ''] =
    /^([-−]?)\s?\$?\s?(\d{1,3}(?:[\s,]\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(typed.trim()) ?? []
  const digits = dollars.replace(/[\s,]/g, '')
  if (!digits || digits.length > 8) return null
  const amount = Number(digits) * 100 + Number(cents.padEnd(2, '0'))
  return amount > MAX_CENTS ? null : minus ? -amount : amount
}

/** '$12,000.00', '-$500.00'. */
export function formatCents(cents: number): string {
  const amount = Math.abs(cents)
  const dollars = Math.floor(amount / 100).toLocaleString('en-NZ')
  return `${cents < 0 ? '-' : ''}$${dollars}.${String(amount % 100).padStart(2, '0')}`
}

/** '$12,000' or '$499.99': without cents if the amount is in whole dollars. */
export function formatAmount(cents: number): string {
  return formatCents(cents).replace(/\.00$/, '')
}

/** The GST on an amount in cents, rounded to the cent; `percent` is a whole number. */
export function gstOf(cents: number, percent: number): number {
  return Math.floor((cents * percent + 50) / 100)
}

/**
 * Splits a total by whole percents that add up to 100. Rounds each amount down and adds the remainder to the
 * last amount.
 */
export function splitCents(total: number, percents: readonly number[]): number[] {
  const steps = percents.slice(0, -1).map((percent) => Math.floor((total * percent) / 100))
  return [...steps, total - steps.reduce((sum, step) => sum + step, 0)]
}
