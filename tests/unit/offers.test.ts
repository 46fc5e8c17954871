import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { JSDOM } from 'jsdom'
import { createElement } from 'react'
import { describe, expect, test } from 'vitest'
import { OfferText } from '@/components/offer/offer-text'
import { place, placeTime } from '@/lib/content/place'
import { firstWorkingDay } from '@/lib/start/launch'
import { firstDraft } from '@/app/admin/offers/_components/first-draft'
import { clauses, offerTerms, party } from '@/lib/content/offer'
import { type PackageId, packageNames } from '@/lib/content/package-names'
import { basisLine, type Package, packageOf, packages, scopeOf } from '@/lib/content/packages'
import { site } from '@/lib/content/studio'
import { compareTexts, listTextChanges } from '@/lib/offers/changes'
import { findProblems, type Offer, type OfferDraft, parseOffer, sumOf } from '@/lib/offers/draft'
import {
  currencyName,
  formatAmount,
  formatCents,
  formatNumber,
  formatPrice,
  readCents,
  splitCents,
  taxOn,
} from '@/lib/money'
import { parseAnswer } from '@/lib/offers/schema'
import { readSheet, findLengthProblem, totalOf, printOffer } from '@/lib/offers/text'
import { parseChange } from '@/lib/manage/schema'
import { statusOf } from '@/lib/offers/state'
import type { AdminRequest } from '@/lib/requests/request'
import { findResult } from '@/lib/start/result'

const draft: OfferDraft = {
  forName: 'Aroha Ngata',
  ...{ forCompany: 'Ngata Surf Limited', forAddress: '', about: '' },
  title: 'Growth: a booking app',
  lines: [
    { text: 'Growth', amount: formatAmount(1_200_000) },
    { text: 'Logo', amount: '499.99' },
    { text: '', amount: '' },
  ],
  gst: 'added',
  gstReason: '',
  included: '- 2-3 user flows\n\n* admin dashboard',
  excluded: 'Texts and pictures',
  weeks: '4-6 weeks',
  start: '2026-12-14',
  payments: [
    { text: 'When we begin', percent: '50' },
    { text: 'When it is live', percent: '50' },
  ],
  terms: 'The price is fixed.\n\n\n\nThe law of Samoa applies.',
  validUntil: '2026-12-07',
  words: '',
  followsUp: true,
}
const today = '2026-11-23'
const sending = { version: 2, date: today }

function read(change: Partial<OfferDraft> = {}): Offer {
  const offer = parseOffer({ ...draft, ...change }, today)
  if ('problem' in offer) throw new Error(offer.problem)
  return offer
}

test('a founder reads all that an unfinished offer still needs, once per field', () => {
  const half = {
    ...draft,
    ...{ title: '', included: '', weeks: 'soon', terms: '' },
    payments: [{ text: '', percent: '50' }],
  }
  expect(findProblems(half, today).map(({ field }) => field)).toEqual([
    ...['title', 'included', 'weeks'],
    ...['payments.0.text', 'payments.0.percent', 'terms'],
  ])
  expect(findProblems(draft, today)).toEqual([])
})

describe('money', () => {
  test.each([
    ['12,000', 1_200_000],
    ['1 200.5', 120_050],
    ['0.07', 7],
    ['-500', -50_000],
    ['−500.00', -50_000],
    ['10,000,000', 1_000_000_000],
    ['10,000,000.01', null],
    ['1.234', null],
    ['1.000,50', null],
    ['1 000,50', null],
    ['1,50', null],
    ['1e3', null],
    ['', null],
    ['twelve', null],
    ['99999999999999999999', null],
  ])('an amount written as %s is %s cents', (typed, cents) => {
    expect(readCents(typed)).toBe(cents)
  })

  test('the tax is its percentage of the amount, rounded half up, once', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20_000_000_000 }),
        fc.integer({ min: 0, max: 30 }),
        (cents, percent) => {
          expect(BigInt(taxOn(cents, percent))).toBe((BigInt(cents) * BigInt(percent) + 50n) / 100n)
        },
      ),
    )
    expect([taxOn(1_249_999, 15), taxOn(10, 15), taxOn(3, 15)]).toEqual([187_500, 2, 0])
  })

  test('an offer’s payments add up to the total, none is negative, and all but the last are rounded down', () => {
    const shares = fc
      .array(fc.integer({ min: 1, max: 99 }), { maxLength: 12 })
      .map((parts) =>
        parts.filter((part, at) => parts.slice(0, at + 1).reduce((sum, next) => sum + next, 0) < 100),
      )
      .map((parts) => [...parts, 100 - parts.reduce((sum, part) => sum + part, 0)])
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000_000_000 }), shares, (total, percents) => {
        const steps = splitCents(total, percents)
        expect(steps.reduce((sum, step) => sum + step, 0)).toBe(total)
        for (const [at, step] of steps.entries()) {
          expect(step).toBeGreaterThanOrEqual(0)
          if (at < steps.length - 1)
            expect(step).toBe(Number((BigInt(total) * BigInt(percents[at] ?? 0)) / 100n))
        }
      }),
    )
    expect(splitCents(100, [33, 33, 34])).toEqual([33, 33, 34])
    expect(splitCents(101, [50, 50])).toEqual([50, 51])
  })

  test('the whole price is the sum of the lines with the tax, or without it and with a reason', () => {
    expect(sumOf(draft)).toMatchObject({
      subtotal: 1_249_999,
      tax: { percent: 15, cents: 187_500 },
      total: 1_437_499,
    })
    const zero = { gst: 'zero' as const, gstReason: 'You are in Japan.' }
    expect(sumOf({ ...draft, ...zero })).toMatchObject({
      tax: { percent: 0, cents: 0, reason: 'You are in Japan.' },
      total: 1_249_999,
    })
  })
})

describe('a draft', () => {
  test.each<[string, Partial<OfferDraft>, string]>([
    ['no title', { title: ' ' }, 'title'],
    ['no recipient', { forName: ' ' }, 'forName'],
    ['no line', { lines: [{ text: '', amount: ' ' }] }, 'lines.0.text'],
    ['an amount without a text', { lines: [{ text: '', amount: '5' }] }, 'lines.0.text'],
    [
      'a line without an amount',
      { lines: [...draft.lines, { text: 'Extra', amount: 'some' }] },
      'lines.3.amount',
    ],
    ['a discount larger than the price', { lines: [{ text: 'Off', amount: '-5' }] }, 'lines.0.amount'],
    ['no reason for zero-rating', { gst: 'zero' }, 'gstReason'],
    ['nothing included', { included: '\n-\n' }, 'included'],
    ['an impossible start date', { start: '2026-02-30' }, 'start'],
    ['a start before its last day has passed', { start: draft.validUntil }, 'start'],
    ['no length', { weeks: ' ' }, 'weeks'],
    ['a length with an open end', { weeks: '6-10+ weeks' }, 'weeks'],
    ['a length without a number', { weeks: 'a few weeks' }, 'weeks'],
    ['a range with the larger number first', { weeks: '6-4 weeks' }, 'weeks'],
    ['a line that is both included and not included', { excluded: '- Admin dashboard' }, 'excluded'],
    ['no payment', { payments: [] }, 'payments.0.text'],
    ['payments of 99%', { payments: [{ text: 'Now', percent: '99' }] }, 'payments.0.percent'],
    ['half percents', { payments: [{ text: 'Now', percent: '50.5' }] }, 'payments.0.percent'],
    ['no terms', { terms: '' }, 'terms'],
    ['too long terms', { terms: 'x'.repeat(6_001) }, 'terms'],
    ['too many words for a mail', { words: 'x'.repeat(501) }, 'words'],
    ['a last day that has passed', { validUntil: '2026-11-22' }, 'validUntil'],
  ])('an offer with %s cannot be sent, and the error names the field', (_, change, field) => {
    expect(parseOffer({ ...draft, ...change }, today)).toMatchObject({ field })
  })

  test.each(['1 day', '6 weeks', '4-6 weeks', ' 4 – 6 Weeks ', '2 to 3 months'])(
    'an offer’s project can take %s',
    (weeks) => {
      expect(parseOffer({ ...draft, weeks }, today)).not.toHaveProperty('problem')
    },
  )

  test('an offer can be valid until today', () => {
    expect(read({ validUntil: today }).validUntil).toBe(today)
  })
})

describe('the text', () => {
  const text = printOffer(read(), sending)
  const sum = (cents: number) => formatCents(cents).padStart(formatCents(1_437_499).length)

  test('an offer’s text names the offer, its recipient, its last day and its price in plain lines', () => {
    expect(text).toBe(`Growth: a booking app
A fixed-price offer from ${site.name}, ${place.city}

From: ${party.name}
Address: ${party.address}
${place.firmNumberLabel}: ${party.number}
${place.tax.numberLabel}: ${party.taxNumber}
Email: ${site.email}
Signed by: ${party.signedBy}

For: Aroha Ngata
Company: Ngata Surf Limited
Version: 2, of Monday 23 November 2026
Valid until: the end of Monday 7 December 2026, ${placeTime}

THE PRICE

  ${sum(1_200_000)}  Growth
  ${sum(49_999)}  Logo
= ${sum(1_249_999)}  Together, without ${place.tax.name}
  ${sum(187_500)}  ${place.tax.name}, 15%
= ${sum(1_437_499)}  The whole price, in ${currencyName()}

INCLUDED

- 2-3 user flows
- admin dashboard

NOT INCLUDED

- Texts and pictures

TIME

How long: 4-6 weeks
Start: Monday 14 December 2026

HOW IT IS PAID

  ${formatCents(718_749)}  When we begin (50%)
  ${formatCents(718_750)}  When it is live (50%)

THE TERMS

The price is fixed.

The law of Samoa applies.
`)
  })

  test('an offer’s text describes the product before the price', () => {
    const about = 'Surfers book a lesson and pay for it.'
    expect(printOffer(read({ about }), sending)).toContain(`${placeTime}\n\n${about}\n\nTHE PRICE`)
  })

  test('an offer’s text says why the tax is zero, and has no empty parts', () => {
    const words = printOffer(
      read({ gst: 'zero', gstReason: 'you are in Japan', excluded: '', start: '' }),
      sending,
    )
    expect(words).toContain(
      `  ${sum(0)}  ${place.tax.name}, zero-rated: you are in Japan\n= ${sum(1_249_999)}  The whole price`,
    )
    expect(words).not.toMatch(/NOT INCLUDED|Start:/)
  })

  test('an offer’s text is NFC without control characters, and ends with one line break, for any entries', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        const offer = parseOffer(
          { ...draft, title: `a${typed}`.slice(0, 60), terms: `b${typed}`, included: `c${typed}` },
          today,
        )
        fc.pre(!('problem' in offer))
        const words = printOffer(offer as Offer, sending)
        expect(words).toBe(words.normalize('NFC'))
        expect(words).toMatch(/[^\n]\n$/)
        expect(words).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/)
      }),
      { numRuns: process.env.SOAK ? 1_000 : 30 },
    )
  })

  test('an offer’s text can have 40,000 bytes or 800 lines, and no more', () => {
    expect(findLengthProblem(`${'a'.repeat(39_999)}\n`, draft)).toBeUndefined()
    expect(findLengthProblem('a\n'.repeat(800), draft)).toBeUndefined()
    expect(findLengthProblem('a\n'.repeat(801), { ...draft, excluded: 'a\n'.repeat(700) })).toEqual({
      field: 'excluded',
      problem: 'The whole offer can have 800 lines and has 801. This is its longest part: shorten it.',
    })
    expect(findLengthProblem('a\n'.repeat(801), { ...draft, about: 'a\n'.repeat(700) })?.field).toBe('about')
    expect(findLengthProblem(`${'ā'.repeat(20_000)}\n`, { ...draft, included: '価'.repeat(6_000) })).toEqual({
      field: 'included',
      problem: 'The whole offer can have 40 kB and has 41 kB. This is its longest part: shorten it.',
    })
  })

  /** The lines of an offer's page that a screen reader reads. */
  function shown(of: string) {
    const page = new JSDOM(renderToStaticMarkup(createElement(OfferText, { text: of })))
    // The letterhead and the large price repeat the text; both are hidden from screen readers.
    for (const drawn of page.window.document.querySelectorAll('[aria-hidden]')) drawn.remove()
    const lines = [...page.window.document.querySelectorAll('h2, h3, p, li')]
    return { page, text: lines.map(({ textContent }) => textContent) }
  }

  test('an offer’s page shows every line of the text, in order, and no other', () => {
    const of = `${text}<b>bold</b> & <script>x()</script>\n- \u200fשלום\n= $1.00  \n$1.00 x\n  $5.00  a  b\nTWO\nNote: this\n`
    for (const words of [of, 'One line only\n', 'a\nb\n\nc\n'])
      expect(shown(words).text).toEqual(words.split('\n').filter(Boolean))
    const { page } = shown(of)
    expect(page.window.document.querySelector('b, script')).toBeNull()
    expect(page.window.document.body.textContent?.replace(/\s/g, '')).toBe(of.replace(/\s/g, ''))
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const words = `${typed.replace(/[\r\u0000]/g, '')}\n`
        expect(
          shown(words)
            .text.map((line) => line ?? '')
            .join('\n'),
        ).toBe(words.split('\n').filter(Boolean).join('\n'))
      }),
      { numRuns: process.env.SOAK ? 1_000 : 15 },
    )
  })

  describe('as a sheet', () => {
    const isSheet = (of: string) => shown(of).page.window.document.querySelector('.offer-head') !== null
    const changes: Partial<OfferDraft>[] = [
      {},
      { about: 'One\n\nBACKGROUND\n\n- two\n= $3.00  three\n' },
      { excluded: '', start: '', forCompany: '' },
      { gst: 'zero', gstReason: 'the client is abroad' },
      { terms: 'THE PRICE\n\n- a\n\nINCLUDED\n\nNote: b' },
      { included: Array.from({ length: 300 }, (_, at) => `Part ${at}`).join('\n') },
      {
        lines: Array.from({ length: 12 }, (_, at) => ({ text: `INCLUDED ${at}`, amount: '123,456.78' })),
      },
    ]

    test.each(changes)('an offer’s sheet shows every line once, in order: %j', (change) => {
      const of = printOffer(read(change), sending)
      expect(isSheet(of)).toBe(true)
      expect(shown(of).text).toEqual(of.split('\n').filter(Boolean))
    })

    test('an offer’s page, as a sheet or in the plain layout, shows every line, for any entries', () => {
      const typed = fc.array(
        fc.constantFrom('', 'a', '- b', 'Note: c', '= $1.00  d', 'THE PRICE', 'INCLUDED', 'THE TERMS', 'Oh'),
        { minLength: 1, maxLength: 8 },
      )
      fc.assert(
        fc.property(typed, typed, (about, terms) => {
          const change = { about: about.join('\n'), terms: `x\n${terms.join('\n')}` }
          const of = printOffer(read(change), sending)
          expect(shown(of).text).toEqual(of.split('\n').filter(Boolean))
        }),
        { numRuns: process.env.SOAK ? 1_000 : 30 },
      )
    })

    test.each([
      ['without the names of the parties', text.replace(/From: [^]*?\n\n/, '')],
      ['with an unknown heading', text.replace('THE TERMS', 'TERMS')],
      ['without a sum', text.replace(/^= .*\n/gm, '')],
      ['with two prices', text.replace('THE PRICE', 'THE PRICE\n\nTHE PRICE')],
      ['of one line', 'One line only\n'],
    ])('a text %s keeps the plain layout', (_, of) => {
      expect(isSheet(of)).toBe(false)
      expect(shown(of).text).toEqual(of.split('\n').filter(Boolean))
      expect(readSheet(of)).toBeNull()
    })

    test('an offer’s price is the last sum of the text, and mentions the tax only if some is added', () => {
      expect(totalOf(text)).toEqual({ price: formatCents(1_437_499), tax: place.tax.name })
      expect(totalOf(printOffer(read({ gst: 'zero', gstReason: 'the client is abroad' }), sending))).toEqual({
        price: formatCents(1_249_999),
        tax: null,
      })
      expect(totalOf('One line only\n')).toBeNull()
    })
  })
})

test('a comparison of two texts has removed and added lines, from which both texts can be rebuilt', () => {
  const [before, after] = ['a\nb\nc\nd\n', 'a\nc\nx\nd\ne\n']
  expect(compareTexts(before, after).map(({ kind, line }) => `${kind} ${line}`)).toEqual([
    'same a',
    'removed b',
    'same c',
    'added x',
    'same d',
    'added e',
  ])
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(lines, lines, (old, now) => {
      const changes = compareTexts(`${old.join('\n')}\n`, `${now.join('\n')}\n`)
      expect(changes.filter(({ kind }) => kind !== 'added').map(({ line }) => line)).toEqual(old)
      expect(changes.filter(({ kind }) => kind !== 'removed').map(({ line }) => line)).toEqual(now)
      const isNew = compareTexts(`${old.join('\n')}\n`, `new\n${old.join('\n')}\n`)
      expect(isNew.filter(({ kind }) => kind !== 'same')).toEqual([{ kind: 'added', line: 'new' }])
    }),
  )
})

describe('the visitor reads changes in pairs:', () => {
  const told = (change: Partial<OfferDraft>, first: Partial<OfferDraft> = {}) =>
    listTextChanges(
      printOffer(read(first), { version: 1, date: today }),
      printOffer(read(change), { version: 2, date: today }),
    ).map(({ about, was, is }) => `${about}: ${was} → ${is}`)

  test('in the changes of an offer a lower price and a moved item are a few lines, with old and new', () => {
    expect(
      told(
        {
          lines: [{ text: 'Growth', amount: '11,000' }],
          included: '2-3 user flows\nadmin dashboard\nA map',
          excluded: 'Texts and pictures\nPayments',
          validUntil: '2026-12-08',
        },
        {
          lines: [{ text: 'Growth', amount: '12,000' }],
          included: '2-3 user flows\nadmin dashboard\nPayments',
          excluded: 'Texts and pictures',
        },
      ),
    ).toEqual([
      `Valid until: the end of Monday 7 December 2026, ${placeTime} → the end of Tuesday 8 December 2026, ${placeTime}`,
      `Growth: ${formatCents(1_200_000)} → ${formatCents(1_100_000)}`,
      `Together, without ${place.tax.name}: ${formatCents(1_200_000)} → ${formatCents(1_100_000)}`,
      `${place.tax.name}, 15%: ${formatCents(180_000)} → ${formatCents(165_000)}`,
      `The whole price, in ${currencyName()}: ${formatCents(1_380_000)} → ${formatCents(1_265_000)}`,
      'Payments: Included → Not included',
      'Included: null → A map',
      `When we begin (50%): ${formatCents(690_000)} → ${formatCents(632_500)}`,
      `When it is live (50%): ${formatCents(690_000)} → ${formatCents(632_500)}`,
    ])
  })

  test('the changes of an offer show a new or missing list, and a new term beside the old one', () => {
    expect(told({}, { excluded: '' })).toEqual(['Not included: null → Texts and pictures'])
    expect(told({ excluded: '' })).toEqual(['Not included: Texts and pictures → null'])
    expect(told({ included: 'admin dashboard\n2-3 user flows' })).toEqual([])
    expect(told({ terms: 'The price is fixed.\n\nThe law of Aotearoa applies.' })).toEqual([
      'null: The law of Samoa applies. → The law of Aotearoa applies.',
    ])
  })

  test('the changes of an offer have every removed and added line, for any two texts', () => {
    const line = fc.constantFrom(
      ...[
        'a',
        '- a',
        '- b',
        'Note: x',
        'Note: y',
        '  $1.00  a',
        '= $2.00  a',
        'INCLUDED',
        'NOT INCLUDED',
        '',
      ],
    )
    const lines = fc.array(line, { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(lines, lines, (old, now) => {
        const [before, after] = [old, now].map((all) => `${all.join('\n')}\n`) as [string, string]
        const all = listTextChanges(before, after)
          .map((change) => JSON.stringify(change))
          .join()
        for (const { kind, line } of compareTexts(before, after)) {
          if (kind === 'same' || line === '' || / ?INCLUDED$/.test(line)) continue
          const isElsewhere = (kind === 'removed' ? now : old).includes(line)
          const said = line.replace(/^(?:Note: |[-=] *| +)/, '').split('  ')[0] ?? ''
          if (!isElsewhere) expect(all, `${kind} ${line}`).toContain(said)
        }
      }),
    )
  })
})

test('comparing two texts of ten thousand lines is fast', () => {
  const long = (word: string) => `${word}\n`.repeat(10_000)
  expect(compareTexts(long('a'), long('b'))).toHaveLength(20_000)
})

test('an accepted or declined offer has that status even after its last day', () => {
  const offer = { accepted_at: null, ended: null, valid_until: '2027-01-04' }
  const over = Date.parse('2027-01-04T11:00:00Z')
  expect(statusOf({ ...offer, ended: 'declined' }, over)).toBe('declined')
  expect(statusOf({ ...offer, accepted_at: '2027-01-01' }, over)).toBe('accepted')
})

test.each(['2199-12-31', '2226-11-23', '0026-11-23'])(
  'the admin shows an offer with the last day %s, so that it can be withdrawn',
  (valid_until) => {
    const status = statusOf(
      { accepted_at: null, ended: null, valid_until },
      Date.parse('2026-11-23T00:00:00Z'),
    )
    expect(status).toBe(valid_until < today ? 'expired' : 'open')
  },
)

test.each([
  ['start', '2199-12-31'],
  ['start', '2226-11-23'],
  ['start', '0026-11-23'],
  ['validUntil', '2199-12-31'],
  ['validUntil', '2226-11-23'],
  ['validUntil', '0026-11-23'],
  ['validUntil', '2026-11-22'],
  ['validUntil', ''],
])('an offer with a typo in its %s, %j, is not sent', (field, date) => {
  expect(parseOffer({ ...draft, [field]: date }, today)).toMatchObject({
    field,
    problem: expect.stringContaining('Sat 25 Dec 2027'),
  })
  expect(parseOffer({ ...draft, start: '', [field]: '2027-12-25' }, today)).not.toHaveProperty('problem')
})

test('the default terms of an offer can be sent; the founder adds only the facts of the project', () => {
  const { excluded, payments, terms } = offerTerms
  expect(terms.split('\n\n'), 'clause by clause').toEqual(Object.values(clauses))
  expect(terms).toContain('Nothing is agreed')
  expect(parseOffer({ ...draft, excluded, payments: [...payments], terms }, today)).not.toHaveProperty(
    'problem',
  )
  expect(createHash('sha256').update(printOffer(read(), sending)).digest('hex')).toHaveLength(64)
})

describe('the first draft of a request', () => {
  const always = (monday: string) => Promise.resolve(monday)
  const request: AdminRequest = {
    ...{ type: 'inquiry', id: '1', name: 'Aroha', email: 'a@example.com', message: null, status: 'new' },
    ...{ created_at: '2026-11-20T00:00:00Z', revision: 0 },
  }

  test('the first draft of an offer has the package and price that the visitor saw, even if they changed', async () => {
    const first = await firstDraft(
      {
        ...request,
        package: 'growth',
        price_seen: `${formatPrice(11_500)}; Hosting & Billing from ${formatPrice(250)}/month`,
      },
      today,
      always,
    )
    expect(first).toMatchObject({
      lines: [{ text: packageNames.growth, amount: formatNumber(11_500) }],
      validUntil: '2026-12-07',
    })
    expect(first.included).toBe(scopeOf(packageOf('growth')).join('\n'))
    expect(parseOffer(first, today), 'its title ends in a colon').toMatchObject({ field: 'title' })
    const named = parseOffer({ ...first, title: 'Growth: an app' }, today)
    expect(named, 'only the title has to be finished').not.toHaveProperty('problem')
  })

  // Each default, except the title, becomes part of a contract, so no default may contradict another.
  test.each(packages.items.map((item) => [item.name, item] as const))(
    'for %s has no repetition, no smaller item beside its larger one, and no open end',
    async (_, { id }) => {
      const fit = 'who=sides&first=many-things&pay=inside&ai=core&have=idea'
      const first = await firstDraft({ ...request, package: id, fit }, today, always)
      const [included, excluded] = [first.included.split('\n'), first.excluded.split('\n')]
      const subject = (line: string) =>
        line.replace(/^(?:basic|advanced|[\d-]+(?: core)?) /, '').replace(/s$/, '')
      const subjects = included.map(subject)
      expect(new Set(subjects).size, included.join(', ')).toBe(subjects.length)
      const topics = excluded.map((line) => line.split(/[:,]/)[0])
      expect(new Set(topics).size, excluded.join(', ')).toBe(topics.length)
      expect(included.filter((line) => excluded.includes(line))).toEqual([])
      const meanings = packages.items.flatMap((item) => Object.values(item.meanings))
      expect(
        meanings.filter((text) => first.included.includes(text)),
        'explanations instead of lines',
      ).toEqual([])
      if (id === 'scale') expect(first.excluded).toBe(offerTerms.excluded)
      expect(first.weeks).toMatch(/^\d+-\d+ weeks$/)
      expect(parseOffer({ ...first, title: 'An app' }, today)).not.toHaveProperty('problem')
      expect(parseOffer({ ...first, title: 'An app', weeks: '6-10+ weeks' }, today)).toMatchObject({
        field: 'weeks',
      })
    },
  )

  test('a first draft’s project starts after the offer’s last day, in a week when the studio works', async () => {
    expect((await firstDraft(request, today, always)).start, 'the Monday after 7 December').toBe('2026-12-14')
    expect((await firstDraft(request, '2026-12-05', always)).start).toBe('2026-12-21')
    const holidays = ['2026-12-24', '2026-12-25']
    const open = (monday: string) => Promise.resolve(firstWorkingDay(monday, { bookable: [], holidays }))
    expect((await firstDraft(request, '2026-12-05', open)).start, 'closed at Christmas').toBe('2026-12-28')
    holidays.push('2026-12-28')
    expect((await firstDraft(request, '2026-12-05', open)).start, 'not on a public holiday').toBe(
      '2026-12-29',
    )
  })

  test('a first draft without a package has the one that fits the answers, and says what it leaves out', async () => {
    const fit = 'who=people&first=one-thing&pay=no&ai=no&have=prototype'
    const first = await firstDraft({ ...request, fit }, today, always)
    expect(first.lines[0]?.text).toBe(packageNames.starter)
    expect(first.excluded).toContain('The prototype’s own code')
    expect((await firstDraft(request, today, always)).lines).toEqual([{ text: '', amount: '' }])
  })

  test('a first draft has a new package’s lines, and another’s only if the package builds on that one', async () => {
    const invented: Package = {
      ...{
        id: 'invented' as PackageId,
        name: 'Invented',
        price: formatPrice(3500),
        amount: 3500,
        timeline: '1-2 weeks',
      },
      ...{ weeks: [1, 2], description: '', popular: false, highlight: '' },
      ...{ basis: null, features: ['a review of your prototype'], meanings: {} },
    }
    try {
      packages.items.push(invented)
      Object.assign(packageNames, { invented: 'Invented' })
      const first = await firstDraft(
        { ...request, package: 'invented', price_seen: formatPrice(3500) },
        today,
        always,
      )
      expect(first).toMatchObject({ lines: [{ text: 'Invented', amount: '3,500' }], weeks: '1-2 weeks' })
      expect(first.included).toBe('a review of your prototype')
      expect(basisLine(invented)).toBeNull()
      const onStarter = { ...invented, basis: 'starter' as const }
      expect(basisLine(onStarter)).toBe(`everything in ${packageNames.starter} plus`)
      expect(scopeOf(onStarter)).toEqual([
        ...(packages.items[0]?.features ?? []),
        'a review of your prototype',
      ])
      const scale = findResult({
        who: 'sides',
        first: 'many-things',
        pay: 'inside',
        ai: 'core',
        have: 'idea',
      })
      expect(scale.nextPackage, 'the package after Scale').toBeNull()
    } finally {
      packages.items.pop()
      Reflect.deleteProperty(packageNames, 'invented')
    }
  })
})

test('a mistyped address on an offer, or on a call’s own page, uses up no try', () => {
  const entries = { token: '', version: '1', sha256: '', agree: 'yes', name: 'Ana', reason: '' }
  const change = { token: '', sequence: '1', reason: '', time: '' }
  for (const email of [
    'ana',
    'ana@gmail',
    'ana@@gmail.com',
    'ana gmail.com',
    'ana@gmail.com, bea@gmail.com',
  ]) {
    const problem = { field: 'email', message: 'Write it like name@example.com.' }
    for (const intent of ['accept', 'decline'])
      expect(parseAnswer({ ...entries, email, intent }), email).toEqual(problem)
    expect(parseChange({ ...change, email, intent: 'erase' }), email).toEqual(problem)
  }
  const email = 'Ana <ana@gmail.com>'
  const answer = { email: 'ana@gmail.com' }
  expect(parseAnswer({ ...entries, email, intent: 'accept' })).toMatchObject({ answer })
  expect(parseChange({ ...change, email, intent: 'erase' })).toMatchObject({ change: answer })
})
