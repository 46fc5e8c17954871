/** The same on the offer's page and in the mail. */
import { ANSWER_HOURS, site } from './studio'

/** Amounts are as the offer prints them. See `Agreed` in `lib/offers`. */
export interface AcceptedFacts {
  title: string
  printed: string
  tax: { name: string; percent: number | null }
  weeks: string
  start: string | null
  dueDays: number | null
  payments: { first: Payment; second: Payment } | null
}

interface Payment {
  when: string
  percent: number
  amount: string
  withoutTax: string
  /** Null if the amount has no tax in it. */
  tax: string | null
}

export const offerAccepted = {
  tag: 'Accepted',
  title: 'What happens now',
  invoice: 'The first invoice',
  doubt: 'If a message names an account and you doubt it, ask us before you pay:',
} as const

const nothingToDo = 'Until then there is nothing for you to do.'
const writes = `One of the two of us writes to you within ${ANSWER_HOURS} hours`
const asOffered = 'The first invoice is as the offer says.'

/** `sum` is null if the offer's text names no first of two payments. */
export function firstInvoice(agreed: AcceptedFacts | null) {
  const first = agreed?.payments?.first
  const { name, percent } = agreed?.tax ?? {}
  const facts: [label: string, value: string | null | undefined][] = [
    [`Without ${name}`, percent ? first?.withoutTax : null],
    [`${name}, ${percent}%`, percent ? first?.tax : null],
    ['Due', agreed?.dueDays ? `${agreed.dueDays} days after the invoice` : null],
    ['Account', 'It is in the invoice'],
    ['Reference', agreed?.title],
  ]
  return {
    title: first ? `${first.percent}%, ${clauseOf(first) ?? first.when}` : 'As the offer says',
    sum: first ? { amount: first.amount, tax: taxOf(agreed) } : null,
    facts: facts.filter((fact): fact is [string, string] => Boolean(fact[1])),
  }
}

/** `email` is shortened. */
export function acceptedSteps(agreed: AcceptedFacts | null, email: string) {
  const first = agreed?.payments?.first
  return [
    {
      title: `${offerAccepted.invoice} comes ${invoiceComes(agreed)}`,
      text: [
        first && clauseOf(first) ? `By email to ${email}` : `To ${email}`,
        first ? ', with the same sum and reference.' : `. ${asOffered}`,
        ' Pay nothing before it.',
      ].join(''),
    },
    {
      title: agreed?.start
        ? `Work begins on ${agreed.start.replace(/ \d{4}$/, '')}`
        : 'We agree the first day with you',
      text: agreed
        ? [`It takes ${agreed.weeks}${agreed.start ? '' : ' from then'}.`, rest(agreed)].join(' ').trim()
        : '',
    },
    { title: writes, text: `With a time for the first half hour. ${nothingToDo}` },
  ]
}

export function acceptedLines(agreed: AcceptedFacts | null): string[] {
  const offer = agreed ? ` “${agreed.title}”, for ${agreed.printed}${taxed(agreed)}` : ''
  const first = agreed?.payments?.first
  const parts = agreed && first?.tax ? ` (${first.withoutTax} + ${first.tax} ${agreed.tax.name})` : ''
  const invoice = first
    ? `${offerAccepted.invoice} comes ${invoiceComes(agreed)}: ${first.amount}${taxed(agreed)}${parts}.`
    : `${offerAccepted.invoice} comes ${invoiceComes(agreed)}. ${asOffered}`
  const due = agreed?.dueDays ? ` It is due ${agreed.dueDays} days after the invoice.` : ''
  const begins = agreed?.start
    ? `Work begins on ${agreed.start} and takes ${agreed.weeks}.`
    : `We agree the first day with you.${agreed ? ` The work takes ${agreed.weeks} from then.` : ''}`
  return [
    `Thank you. You have accepted our offer${offer}. There is nothing to pay today.`,
    `${offerAccepted.title}:`,
    `1. ${invoice}${due} The account is in the invoice.${agreed ? ` Reference: ${agreed.title}` : ''}`,
    `2. ${[begins, agreed && rest(agreed)].filter(Boolean).join(' ')}`,
    `3. ${writes}, with a time for the first half hour. ${nothingToDo}`,
    `${offerAccepted.doubt} ${site.email}`,
    'If you did not accept this, reply to this email at once.',
    'The whole offer is below, and attached as a file.',
  ]
}

/** 'when we begin' for 'When we begin'; null for a text that is no clause, such as 'Deposit'. */
function clauseOf({ when }: Payment): string | null {
  return /^(?:when|once|after|before|on|at) /i.test(when)
    ? when.slice(0, 1).toLowerCase() + when.slice(1)
    : null
}

function invoiceComes(agreed: AcceptedFacts | null): string {
  return (agreed?.payments && clauseOf(agreed.payments.first)) ?? 'by email'
}

function rest(agreed: AcceptedFacts): string {
  const { payments } = agreed
  if (!payments) return ''
  const { percent, amount } = payments.second
  const clause = clauseOf(payments.second)
  return `The ${percent === 50 ? 'other half' : 'rest'}, ${amount}, follows${clause ? ` ${clause}` : ''}.`
}

function taxOf({ tax: { name, percent } }: AcceptedFacts): string {
  if (percent === null) return `we add no ${name}`
  return percent ? `incl. ${name}` : `zero-rated for ${name}`
}

function taxed(agreed: AcceptedFacts): string {
  return agreed.tax.percent === null ? '' : ` ${taxOf(agreed)}`
}
