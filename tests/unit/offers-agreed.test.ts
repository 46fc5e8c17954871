import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clauses, offerTerms } from '@/lib/content/offer'
import { formatLongDate } from '@/lib/dates'
import { readAgreed } from '@/lib/offers/agreed'
import { type OfferDraft, readOffer } from '@/lib/offers/draft'
import { formatCents } from '@/lib/offers/money'
import { writeOffer } from '@/lib/offers/text'

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
  const offer = readOffer({ ...draft, ...change }, today)
  if ('problem' in offer) throw new Error(`${offer.field}: ${offer.problem}`)
  return writeOffer(offer, { version: 1, date: today })
}

test('what follows an acceptance is in the offer’s text: both payments, GST, start, length and due days', () => {
  const half = { percent: 50, cents: 690_000, withoutGst: 600_000, gst: 90_000 }
  expect(readAgreed(textOf())).toEqual({
    ...{ title: 'Growth: a booking app', total: 1_380_000, gstPercent: 15, weeks: '4-6 weeks', dueDays: 14 },
    start: 'Monday 14 December 2026',
    payments: { first: { ...half, when: 'When we begin' }, second: { ...half, when: 'When it is live' } },
  })
  expect(readAgreed(textOf({ start: '', terms: 'Pay soon.' }))).toMatchObject({ start: null, dueDays: null })
  const zero = readAgreed(textOf({ gst: 'zero', gstReason: 'the client is abroad' }))
  expect(zero).toMatchObject({ gstPercent: 0, payments: { first: { cents: 600_000, gst: 0 } } })
})

test.each([
  ['in one payment', [{ text: 'Now', percent: '100' }]],
  ['in three payments', ['30', '30', '40'].map((percent) => ({ text: 'Later', percent }))],
])('an offer %s names no sum of a first invoice', (_, payments) => {
  expect(readAgreed(textOf({ payments }))).toMatchObject({ total: 1_380_000, payments: null })
})

test.each([
  ['of another form', 'One line only\n'],
  ['with a wrong total', textOf().replace('= $13,800.00', '= $13,900.00')],
  ['with a wrong payment', textOf().replace('$6,900.00  When we', '$6,900.01  When we')],
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
        ...{ cents: Number(amount), gst: Number(tax(amount)), withoutGst: Number(amount - tax(amount)) },
      })
      expect(agreed).toMatchObject({
        ...{ total: Number(total), gstPercent: Number(rate), weeks: change.weeks, dueDays: days },
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
