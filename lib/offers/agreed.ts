import { readSheet } from './text'

/** A payment of an offer with two payments. `when` is the founder's text, such as 'When it is live'. */
export interface AgreedPayment {
  when: string
  percent: number
  /** The amount with GST, in cents: `withoutGst` and `gst` together. */
  cents: number
  withoutGst: number
  gst: number
}

/** The facts of an offer that follow its acceptance, all from the offer's own text. Money is in cents. */
export interface Agreed {
  title: string
  total: number
  /** The percentage of GST; 0 if the offer is zero-rated, null if the studio adds none. */
  gstPercent: number | null
  /** How long the work takes: '4-6 weeks'. */
  weeks: string
  /** The day on which the work begins: 'Monday 7 December 2026'; null if the offer names none. */
  start: string | null
  /** The number of days in which invoices are due; null if the terms do not have the usual sentence. */
  dueDays: number | null
  /** The two payments; null if the offer has fewer or more. */
  payments: { first: AgreedPayment; second: AgreedPayment } | null
}

/**
 * Reads the facts from an offer's text. Returns null for a text that `writeOffer` did not write, or whose
 * sums do not add up.
 */
export function readAgreed(text: string): Agreed | null {
  const sheet = readSheet(text)
  if (!sheet) return null
  const prices = sheet.price.lines.map(({ kind, parts: [amount, label = ''] }) => ({
    isSum: kind === 'sum',
    cents: centsOf(amount),
    label: label.trim(),
  }))
  const [total, tax, subtotal] = prices.toReversed()
  // Only an offer with GST has a second sum, followed by the GST.
  const gst = subtotal?.isSum ? tax : undefined
  const payments = sheet.payments.lines.map(({ parts: [amount, label = ''] }) => {
    const percent = / \((\d{1,3})%\)$/.exec(label)
    const when = label.slice(0, percent?.index ?? 0).trim()
    return { when, percent: Number(percent?.[1]), cents: centsOf(amount) }
  })
  const paid = payments.reduce((sum, { cents }) => sum + cents, 0)
  if (!total || paid !== total.cents || (gst && (subtotal?.cents ?? 0) + gst.cents !== total.cents))
    return null
  const gstPercent = gst ? Number(/^GST, (\d+)%$/.exec(gst.label)?.[1] ?? 0) : null
  const [first, second, ...more] = payments.map((payment) => {
    const share = gstWithin(payment.cents, gstPercent ?? 0)
    return { ...payment, withoutGst: payment.cents - share, gst: share }
  })
  const fact = (label: string) => sheet.time.lines.find(({ parts: [lead] }) => lead === label)?.parts[1]
  const due = sheet.terms.groups.flat().flatMap(({ parts }) => {
    return /Invoices are due within (\d{1,3}) days/.exec(parts.join(''))?.[1] ?? []
  })
  return {
    title: sheet.title[0]?.parts[0] ?? '',
    total: total.cents,
    gstPercent,
    weeks: fact('How long: ') ?? '',
    start: fact('Start: ') ?? null,
    dueDays: due[0] ? Number(due[0]) : null,
    payments: first && second && more.length === 0 ? { first, second } : null,
  }
}

/** 120000 for '=  $1,200.00'. */
const centsOf = (amount: string) => Number(amount.replace(/[^\d-]/g, ''))

/** The GST in an amount that includes it, rounded to the cent once: 3/23 of the amount at 15%. */
function gstWithin(cents: number, percent: number): number {
  return Math.floor((2 * cents * percent + 100 + percent) / (2 * (100 + percent)))
}
