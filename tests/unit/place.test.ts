import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { acceptedLines } from '@/lib/content/offer-accepted'
import { place } from '@/lib/content/place'
import { addDays, formatShortRange, formatStudioTimes, formatTime, toInstant, zoneName } from '@/lib/dates'
import { printAgreed, printAs, readAgreed } from '@/lib/offers/agreed'
import { formatCents, formatPrice, readCents } from '@/lib/money'
import { totalOf } from '@/lib/offers/text'

const here = structuredClone(place)
afterEach(() => Object.assign(place, structuredClone(here)))

test('the zone’s short names are those of the place’s language, on every day of a year', () => {
  const names = new Intl.DateTimeFormat(place.locale, { timeZone: place.zone, timeZoneName: 'short' })
  for (let day = '2026-11-01'; day < '2027-11-01'; day = addDays(day, 1)) {
    const parts = names.formatToParts(toInstant(day, '12:00'))
    expect(zoneName(day, '12:00'), day).toBe(parts.find(({ type }) => type === 'timeZoneName')?.value)
  }
})

test('the labels of an offer are short enough for its layout, and the tax is in whole percents', () => {
  const { firmNumberLabel, tax } = place
  for (const label of [firmNumberLabel, tax.numberLabel]) expect(label).toMatch(/^\p{Lu}[\p{L} ]{1,15}$/u)
  expect(Number.isInteger(tax.percent)).toBe(true)
})

test('on a clock of 24 hours no time has am or pm', () => {
  Object.assign(place, { clock: 24 })
  expect([formatTime('09:00:00'), formatTime('15:30', true)]).toEqual(['09:00', '15:30'])
  expect(formatShortRange('09:00', '09:30')).toBe('09:00 – 09:30')
  const call = { date: '2026-12-01', start_time: '15:00', end_time: '15:30' }
  expect(formatStudioTimes(call)).toContain('2026, 15:00 to 15:30 ')
})

describe('money', () => {
  const places = [
    { locale: 'en-NZ', currency: 'NZD', price: '$22,000', sum: '-$1,234.50' },
    { locale: 'en-PT', currency: 'EUR', price: '€22,000', sum: '-€1,234.50' },
    { locale: 'de-DE', currency: 'EUR', price: '22.000 €', sum: '-1.234,50 €' },
    { locale: 'en-CA', currency: 'CAD', price: '$22,000', sum: '-$1,234.50' },
    { locale: 'sv-SE', currency: 'SEK', price: '22 000 kr', sum: '−1 234,50 kr' },
    { locale: 'ja-JP', currency: 'JPY', price: '￥22,000', sum: '-￥123,450' },
  ]
  const plain = (text: string) => text.replace(/\s/g, ' ')

  test.each(places)(
    'in $locale an amount that is printed and read again is the same to the cent',
    (money) => {
      const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })
      fc.assert(fc.property(cents, (sum) => readCents(formatCents(sum, money), money) === sum))
      expect(plain(formatPrice(22_000, true, money))).toBe(money.price)
      expect(plain(formatCents(-123_450, money))).toBe(money.sum)
      expect(readCents(plain(money.sum), money)).toBe(-123_450)
    },
  )

  // Each of these texts is one sum or none, but never two.
  test.each([
    ['1,234', 'en-NZ', 'NZD', 123_400],
    ['1,234', 'de-DE', 'EUR', null],
    ['1.234', 'de-DE', 'EUR', 123_400],
    ['1.234', 'en-PT', 'EUR', null],
    ['1,50', 'en-NZ', 'NZD', null],
    ['1,50', 'de-DE', 'EUR', 150],
    ['€1,200', 'en-PT', 'EUR', 120_000],
    ['1 200 €', 'en-PT', 'EUR', 120_000],
    ['$1,200', 'en-PT', 'EUR', null],
    ['1,23,456', 'en-NZ', 'NZD', null],
    ['1,234', 'en', 'KWD', null],
    ['1,234.500', 'en', 'KWD', 1_234_500],
    ['1.50', 'ja-JP', 'JPY', null],
  ])('%s in %s and %s is %s cents', (typed, locale, currency, cents) => {
    expect(readCents(typed, { locale, currency })).toBe(cents)
  })
})

describe('an offer that release 1.0.0 has sent', () => {
  const old = (name: string) => readFile(new URL(`old-offers/${name}.txt`, import.meta.url), 'utf8')
  const elsewhere = { locale: 'de-DE', currency: 'EUR', tax: { ...here.tax, name: 'VAT', percent: 23 } }

  test.each([
    ['taxed', '$14,374.99', 'GST', 15, 718_749, 93_750],
    ['zero-rated', '$12,499.99', 'GST', 0, 624_999, 0],
    ['untaxed', '$12,499.99', 'GST', null, undefined, undefined],
  ])(
    '%s is read as it was written, also where the studio has moved',
    async (name, total, tax, percent, cents, share) => {
      for (const change of [{}, elsewhere]) {
        Object.assign(place, change)
        const text = await old(name)
        expect(totalOf(text)).toEqual({ price: total, tax: percent ? tax : null })
        const agreed = readAgreed(text)
        expect(agreed).toMatchObject({ printed: total, tax: { name: tax, percent } })
        expect(agreed?.payments?.first.cents).toBe(cents)
        expect(agreed?.payments?.first.tax).toBe(share)
      }
    },
  )

  test('the mail about its acceptance has its own currency and tax', async () => {
    const before = acceptedLines(printAgreed(readAgreed(await old('taxed'))))
    expect(before.join('\n')).toContain('$7,187.49 incl. GST ($6,249.99 + $937.50 GST)')
    Object.assign(place, elsewhere)
    expect(acceptedLines(printAgreed(readAgreed(await old('taxed'))))).toEqual(before)
  })

  test('its smaller amounts are printed as its total is', () => {
    const total = 123_456_789
    for (const money of [
      { locale: 'de-DE', currency: 'EUR' },
      { locale: 'fr-FR', currency: 'EUR' },
      { locale: 'ja-JP', currency: 'JPY' },
      { locale: 'de-CH', currency: 'CHF' },
    ])
      for (const cents of [0, 5, 90, 123, 99_999, 100_000, 12_345_678])
        expect(printAs({ total, printed: formatCents(total, money) }, cents)).toBe(formatCents(cents, money))
  })
})
