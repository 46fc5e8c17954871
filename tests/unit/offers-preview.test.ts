import { expect, test } from 'vitest'
import type { OfferDraft } from '@/lib/offers/draft'
import { draftSheet, splitGaps } from '@/lib/offers/preview'
import { readSheet, printOffer } from '@/lib/offers/text'
import { parseOffer } from '@/lib/offers/draft'

const today = '2026-11-29'
const empty: OfferDraft = {
  ...{ title: '', forName: 'Ana Duarte', forCompany: '', forAddress: '', about: '' },
  ...{ lines: [{ text: '', amount: '' }], gst: 'added', gstReason: '' },
  ...{ included: '', excluded: 'An app in an app store', weeks: '', start: '' },
  payments: [
    { text: 'When you accept', percent: '50' },
    { text: 'When it is live', percent: '50' },
  ],
  ...{ terms: 'The terms.', validUntil: '2026-12-13', words: '', followsUp: true },
}
const full: OfferDraft = {
  ...empty,
  title: 'Growth: a booking app',
  ...{ lines: [{ text: 'Growth', amount: '12,000' }], included: 'One flow', weeks: '4-6 weeks' },
}
const sheetOf = (draft: OfferDraft) => draftSheet(draft, { version: 1, date: today })
const gapsOf = (draft: OfferDraft) =>
  splitGaps(JSON.stringify(sheetOf(draft))).flatMap((part) => (typeof part === 'string' ? [] : part.field))

test('an empty offer is a sheet with five gaps, each for its field, and dashes for the sums', () => {
  expect(gapsOf(empty)).toEqual(['title', 'lines.0.amount', 'lines.0.text', 'included', 'weeks'])
  const { price, payments } = sheetOf(empty) ?? {}
  const sums = [...(price?.lines.slice(1) ?? []), ...(payments?.lines ?? [])]
  expect(sums.map(({ parts: [amount] }) => amount)).toEqual(['–', '–', '–', '–', '–'])
})

test.each([
  ['a title that ends at its colon', { title: 'Growth: ' }, ['title']],
  [
    'one line without its amount',
    { lines: [...full.lines, { text: 'Texts', amount: '' }] },
    ['lines.1.amount'],
  ],
  ['no name and no last day', { forName: '', validUntil: '' }, ['forName', 'validUntil']],
  [
    'no terms and a payment without its time',
    { terms: '', payments: [{ text: '', percent: '100' }] },
    ['payments.0.text', 'terms'],
  ],
])('the sheet of an offer has a gap for %s', (_, change, gaps) => {
  expect(gapsOf({ ...full, ...change })).toEqual(gaps)
})

test('a complete draft makes the sheet that the person gets', () => {
  const offer = parseOffer(full, today)
  if ('problem' in offer) throw new Error(offer.problem)
  expect(sheetOf(full)).toEqual(readSheet(printOffer(offer, { version: 1, date: today })))
})
