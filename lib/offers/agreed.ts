import type { AcceptedFacts } from '../content/offer-accepted'
import { formatCents } from '../money'
import { readSheet, taxOf } from './text'

/** `when` is the founder's text, such as 'When it is live'. */
export interface AgreedPayment {
  when: string
  percent: number
  /** `withoutTax` and `tax` together. */
  cents: number
  withoutTax: number
  tax: number
}

/** All from the offer's own text. Money is in cents. */
export interface Agreed {
  title: string
  total: number
  printed: string
  /** `percent` is 0 if the offer is zero-rated, null if the studio adds no tax. */
  tax: { name: string; percent: number | null }
  weeks: string
  /** 'Monday 7 December 2026'; null if the offer names no day. */
  start: string | null
  /** Null if the terms do not have the usual sentence about invoices. */
  dueDays: number | null
  payments: { first: AgreedPayment; second: AgreedPayment } | null
}

/** Null for a text that `printOffer` did not write, or whose sums do not add up. */
export function readAgreed(text: string): Agreed | null {
  const sheet = readSheet(text)
  if (!sheet) return null
  const [last, beside, subtotal] = sheet.price.lines.toReversed()
  if (!last) return null
  const total = centsOf(last.parts[0])
  const tax = taxOf(sheet.price.lines)
  const payments = sheet.payments.lines.map(({ parts: [amount, label = ''] }) => {
    const percent = / \((\d{1,3})%\)$/.exec(label)
    const when = label.slice(0, percent?.index ?? 0).trim()
    return { when, percent: Number(percent?.[1]), cents: centsOf(amount) }
  })
  const paid = payments.reduce((sum, { cents }) => sum + cents, 0)
  const taxed = tax && centsOf(subtotal?.parts[0] ?? '') + centsOf(beside?.parts[0] ?? '')
  if (paid !== total || (tax && taxed !== total)) return null
  const [first, second, ...more] = payments.map((payment) => {
    const share = taxWithin(payment.cents, tax?.percent ?? 0)
    return { ...payment, withoutTax: payment.cents - share, tax: share }
  })
  const fact = (label: string) => sheet.time.lines.find(({ parts: [lead] }) => lead === label)?.parts[1]
  const due = sheet.terms.groups.flat().flatMap(({ parts }) => {
    return /Invoices are due within (\d{1,3}) days/.exec(parts.join(''))?.[1] ?? []
  })
  return {
    title: sheet.title[0]?.parts[0] ?? '',
    total,
    printed: last.parts[0].replace(/^[= ]*/, ''),
    tax: tax ?? { name: last.parts[1]?.split('; we add no ')[1] ?? '', percent: null },
    weeks: fact('How long: ') ?? '',
    start: fact('Start: ') ?? null,
    dueDays: due[0] ? Number(due[0]) : null,
    payments: first && second && more.length === 0 ? { first, second } : null,
  }
}

/** 120000 for '=  $1,200.00'. */
const centsOf = (amount: string) => Number(amount.replace('−', '-').replace(/[^\d-]/g, ''))

/** As the offer's text prints its total, which may be in another currency than the site's. */
export function printAs({ total, printed }: Pick<Agreed, 'total' | 'printed'>, cents: number): string {
  if (printed === formatCents(total)) return formatCents(cents)
  const [before = '', ...others] = printed.split(/\d/)
  const after = others.at(-1) ?? ''
  const number = printed.slice(before.length, printed.length - after.length)
  const hasDecimals = /\D\d\d$/.test(number)
  const group = /\D/.exec(hasDecimals ? number.slice(0, -3) : number)?.[0] ?? ''
  const digits = String(cents).padStart(hasDecimals ? 3 : 1, '0')
  const threes = []
  for (let end = digits.length - (hasDecimals ? 2 : 0); end > 0; end -= 3)
    threes.unshift(digits.slice(Math.max(0, end - 3), end))
  const decimals = hasDecimals ? number.slice(-3, -2) + digits.slice(-2) : ''
  return before + threes.join(group) + decimals + after
}

/** Amounts as the offer's text prints them. */
export function printAgreed(agreed: Agreed | null): AcceptedFacts | null {
  if (!agreed) return null
  const print = ({ when, percent, cents, withoutTax, tax }: AgreedPayment) => ({
    ...{ when, percent, amount: printAs(agreed, cents), withoutTax: printAs(agreed, withoutTax) },
    tax: tax ? printAs(agreed, tax) : null,
  })
  const { payments } = agreed
  return { ...agreed, payments: payments && { first: print(payments.first), second: print(payments.second) } }
}

/** Rounded to the cent once: 3/23 of the amount at 15%. */
function taxWithin(cents: number, percent: number): number {
  return Math.floor((2 * cents * percent + 100 + percent) / (2 * (100 + percent)))
}
