import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { place } from '@/lib/content/place'
import { clauses, offerTerms } from '@/lib/content/offer'
import { acceptedLines, acceptedSteps, firstInvoice } from '@/lib/content/offer-accepted'
import { site } from '@/lib/content/studio'
import { formatLongDate } from '@/lib/dates'
import { printAgreed, readAgreed } from '@/lib/offers/agreed'
import { type OfferDraft, parseOffer } from '@/lib/offers/draft'
import { formatCents } from '@/lib/money'
import { printOffer } from '@/lib/offers/text'

const today = '2026-11-23'
const draft: OfferDraft = {
  ...{ forName: 'Aroha Ngata', forCompany: '', forAddress: '', about: '', title: 'Growth: a booking app' },
  lines: [{ text: 'Growth', amount: '12,000' }],
  ...{
    gst: 'added',
    gstReason: '',
    included: 'A map',
    excluded: '',
    weeks: '4-6 weeks',
    start: '2026-12-14',
  },
  payments: [...offerTerms.payments],
  ...{ terms: offerTerms.terms, validUntil: '2026-12-07', words: '', followsUp: true },
}

function textOf(change: Partial<OfferDraft> = {}): string {
  const offer = parseOffer({ ...draft, ...change }, today)
  if ('problem' in offer) throw new Error(`${offer.field}: ${offer.problem}`)
  return printOffer(offer, { version: 1, date: today })
}

test('what follows an acceptance is in the offer’s text: both payments, the tax, start, length and due days', () => {
  const half = { percent: 50, cents: 690_000, withoutTax: 600_000, tax: 90_000 }
  expect(readAgreed(textOf())).toEqual({
    ...{ title: 'Growth: a booking app', weeks: '4-6 weeks', dueDays: 14 },
    ...{ total: 1_380_000, printed: formatCents(1_380_000), tax: { name: place.tax.name, percent: 15 } },
    start: 'Monday 14 December 2026',
    payments: { first: { ...half, when: 'When we begin' }, second: { ...half, when: 'When it is live' } },
  })
  expect(readAgreed(textOf({ start: '', terms: 'Pay soon.' }))).toMatchObject({ start: null, dueDays: null })
  const zero = readAgreed(textOf({ gst: 'zero', gstReason: 'the client is abroad' }))
  expect(zero).toMatchObject({ tax: { percent: 0 }, payments: { first: { cents: 600_000, tax: 0 } } })
})

test.each([
  ['in one payment', [{ text: 'Now', percent: '100' }]],
  ['in three payments', ['30', '30', '40'].map((percent) => ({ text: 'Later', percent }))],
])('an offer %s names no sum of a first invoice', (_, payments) => {
  expect(readAgreed(textOf({ payments }))).toMatchObject({ total: 1_380_000, payments: null })
})

test.each([
  ['of another form', 'One line only\n'],
  ['with a wrong total', textOf().replace(`= ${formatCents(1_380_000)}`, `= ${formatCents(1_390_000)}`)],
  [
    'with a wrong payment',
    textOf().replace(`${formatCents(690_000)}  When we`, `${formatCents(690_001)}  When we`),
  ],
])('from an offer’s text %s no sum is read', (_, text) => {
  expect(readAgreed(text)).toBeNull()
})

// SOAK=1 tries 10,000 drafts.
test('the sums after an acceptance are those of the draft to the cent, in thousands of random drafts', () => {
  const words = fc
    .string({ unit: fc.constantFrom(...'aBz 9$.,:-=(%)é'), minLength: 1, maxLength: 24 })
    .map((text) => `x${text}`)
  const cents = fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 0, max: 1_000_000_000 }) },
    fc.integer({ min: -99_999, max: -1 }),
  )
  const lines = fc.array(fc.record({ text: words, cents }), { minLength: 1, maxLength: 20 })
  const change = fc.record({
    title: words.map((text) => text.replace(/[: ]+$/, '') + 'x'),
    gst: fc.constantFrom('added' as const, 'zero' as const),
    gstReason: words,
    weeks: fc.constantFrom('1 day', '4-6 weeks', '2 to 3 months'),
    start: fc.constantFrom('', '2026-12-14', '2027-03-01'),
    about: fc.array(words, { maxLength: 3 }).map((all) => all.join('\n\n')),
  })
  const check = fc.property(
    ...[lines, change, fc.integer({ min: 1, max: 99 }), words, words, fc.integer({ min: 1, max: 90 })],
    (lines, change, percent, now, later, days) => {
      const net = lines.reduce((sum, { cents }) => sum + BigInt(cents), 0n)
      fc.pre(net >= 0n) // a discount at most as large as the price
      const text = textOf({
        ...change,
        lines: lines.map(({ text, cents }) => ({ text, amount: formatCents(cents) })),
        payments: [
          { text: now, percent: String(percent) },
          { text: later, percent: String(100 - percent) },
        ],
        terms: `${offerTerms.terms.replace('14 days', `${days} days`)}`,
      })
      // Computed here in another way: in integers without limit, and by the cents that are typed.
      const rate = change.gst === 'added' ? 15n : 0n
      const total = net + (net * rate + 50n) / 100n
      const first = (total * BigInt(percent)) / 100n
      const tax = (amount: bigint) => (amount * rate * 2n + 100n + rate) / (2n * (100n + rate))
      const agreed = readAgreed(text)
      const payment = (amount: bigint, when: string, percent: number) => ({
        ...{ when: when.replace(/ +/g, ' ').trim(), percent },
        ...{ cents: Number(amount), tax: Number(tax(amount)), withoutTax: Number(amount - tax(amount)) },
      })
      expect(agreed).toMatchObject({
        ...{ total: Number(total), tax: { percent: Number(rate) }, weeks: change.weeks, dueDays: days },
        start: change.start ? formatLongDate(change.start) : null,
        payments: {
          first: payment(first, now, percent),
          second: payment(total - first, later, 100 - percent),
        },
      })
    },
  )
  fc.assert(check, { numRuns: process.env.SOAK ? 10_000 : 200 })
})

test('the default terms say in how many days invoices are due', () => {
  expect(clauses.invoices).toMatch(/^Invoices are due within \d+ days\.$/)
})

describe('after the acceptance', () => {
  const read = (change: Partial<OfferDraft>) => printAgreed(readAgreed(textOf(change)))
  const steps = (change: Partial<OfferDraft>) =>
    acceptedSteps(read(change), 'm…@client.example').map(({ title, text }) => `${title}. ${text}`)

  test('page and mail say the first invoice, the start and who writes, with the sums of the offer', () => {
    expect(firstInvoice(read({}))).toEqual({
      title: '50%, when we begin',
      sum: { amount: formatCents(690_000), tax: `incl. ${place.tax.name}` },
      facts: [
        [`Without ${place.tax.name}`, formatCents(600_000)],
        [`${place.tax.name}, 15%`, formatCents(90_000)],
        ['Due', '14 days after the invoice'],
        ['Account', 'It is in the invoice'],
        ['Reference', 'Growth: a booking app'],
      ],
    })
    expect(steps({})).toEqual([
      'The first invoice comes when we begin. By email to m…@client.example, with the same sum and reference. Pay nothing before it.',
      `Work begins on Monday 14 December. It takes 4-6 weeks. The other half, ${formatCents(690_000)}, follows when it is live.`,
      'One of the two of us writes to you within 24 hours. With a time for the first half hour. Until then there is nothing for you to do.',
    ])
    expect(acceptedLines(read({}))).toEqual([
      `Thank you. You have accepted our offer “Growth: a booking app”, for ${formatCents(1_380_000)} incl. ${place.tax.name}. There is nothing to pay today.`,
      'What happens now:',
      `1. The first invoice comes when we begin: ${formatCents(690_000)} incl. ${place.tax.name} (${formatCents(600_000)} + ${formatCents(90_000)} ${place.tax.name}). It is due 14 days after the invoice. The account is in the invoice. Reference: Growth: a booking app`,
      `2. Work begins on Monday 14 December 2026 and takes 4-6 weeks. The other half, ${formatCents(690_000)}, follows when it is live.`,
      '3. One of the two of us writes to you within 24 hours, with a time for the first half hour. Until then there is nothing for you to do.',
      `If a message names an account and you doubt it, ask us before you pay: ${site.email}`,
      'If you did not accept this, reply to this email at once.',
      'The whole offer is below, and attached as a file.',
    ])
  })

  test('an offer without a first day, of other halves or without the tax says so', () => {
    const payments = [
      { text: 'Deposit', percent: '30' },
      { text: 'Once it is live', percent: '70' },
    ]
    const change = { start: '', payments, gst: 'zero' as const, gstReason: 'the client is abroad' }
    expect(firstInvoice(read(change))).toMatchObject({
      title: '30%, Deposit',
      sum: { amount: formatCents(360_000), tax: `zero-rated for ${place.tax.name}` },
      facts: [['Due'], ['Account'], ['Reference']].map(([label]) => [label, expect.any(String)]),
    })
    expect(steps(change).slice(0, 2)).toEqual([
      'The first invoice comes by email. To m…@client.example, with the same sum and reference. Pay nothing before it.',
      `We agree the first day with you. It takes 4-6 weeks from then. The rest, ${formatCents(840_000)}, follows once it is live.`,
    ])
  })

  test.each([
    [
      'with three payments',
      textOf({ payments: ['30', '30', '40'].map((percent) => ({ text: 'Later', percent })) }),
    ],
    ['that cannot be read', 'One line only\n'],
  ])('an offer %s promises no sum of the first invoice', (_, text) => {
    const agreed = printAgreed(readAgreed(text))
    expect(firstInvoice(agreed)).toMatchObject({ title: 'As the offer says', sum: null })
    const all = [
      ...acceptedSteps(agreed, 'm…@client.example').map((step) => step.text),
      ...acceptedLines(agreed),
    ]
    expect(all[0]).toContain('The first invoice is as the offer says.')
    expect(all.join(' ')).not.toMatch(/undefined|null|NaN|other half|the rest/i)
  })
})
