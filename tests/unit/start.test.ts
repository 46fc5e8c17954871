import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderToStaticMarkup } from 'react-dom/server'
import { NoneFits, PackageContents } from '@/app/(site)/start/_components/result'
import { place } from '@/lib/content/place'
import { listHolidays } from '@/lib/holidays'
import type { PackageId } from '@/lib/content/package-names'
import { packageOf, packages, scopeOf } from '@/lib/content/packages'
import { support } from '@/lib/content/support'
import { listSamples } from '@/lib/content/samples'
import { owner } from '@/lib/content/owner'
import {
  afterLaunch,
  type Answers,
  type QuestionId,
  questions,
  rules,
  startResult,
  wishes,
} from '@/lib/content/start'
import { addDays, isDate } from '@/lib/dates'
import { isComplete, questionIds, readFit, readGiven, toQuery } from '@/lib/start/answers'
import { describeFit } from '@/lib/start/describe'
import { fitLike } from '@/lib/start/fit'
import { startAfterCall, launchSentence, pastStartNotice } from '@/lib/start/launch'
import { formatPrice } from '@/lib/money'
import { priceLines, priceSeen, taxSentence } from '@/lib/start/price'
import { findResult } from '@/lib/start/result'
import { canApply, soFar } from '@/lib/start/so-far'
import { namedPackages } from '@/lib/start/price'

/** Every combination of answers that a visitor of /start can give. */
const everybody = questionIds.reduce<Partial<Answers>[]>(
  (some, id) =>
    some.flatMap((answers) =>
      Object.keys(questions[id].answers).map((answer) => ({ ...answers, [id]: answer })),
    ),
  [{}],
) as Answers[]

const answers = (text: string): Answers => {
  const ids = text.split(' ')
  return Object.fromEntries(questionIds.map((id, index) => [id, ids[index]])) as unknown as Answers
}

describe('the rules', () => {
  test('exactly one rule of /start holds for any answers', () => {
    expect(everybody).toHaveLength(5 * 3 * 3 * 3 * 3)
    for (const one of everybody)
      expect(
        rules.table.filter((rule) => canApply(rule, one)),
        JSON.stringify(one),
      ).toHaveLength(1)
  })

  test('every rule of /start holds for some answers', () => {
    for (const rule of rules.table) expect(everybody.some((one) => canApply(rule, one))).toBe(true)
  })

  test('every result of /start has reasons; a package also its scope, its limits and a wiser choice', () => {
    for (const one of everybody) {
      const { fittingPackage, reasons, contains, others, leavesOut, nextPackage, wiser } = findResult(one)
      const who = JSON.stringify(one)
      expect(reasons.length, who).toBeGreaterThan(0)
      for (const { question, answer, why } of reasons)
        for (const text of [question, answer, why]) expect(text.length, who).toBeGreaterThan(1)
      if (!fittingPackage) continue
      expect(contains.length, who).toBeGreaterThan(0)
      expect(leavesOut.length, who).toBeGreaterThan(0)
      expect(others.length, who).toBeGreaterThan(0)
      expect(nextPackage === null, who).toBe(fittingPackage.id === 'scale')
      expect(wiser?.text.length, who).toBeGreaterThan(20)
      const lines = [...new Set(contains.map(({ line }) => line)), ...others]
      expect(lines.sort(), who).toEqual(scopeOf(fittingPackage).sort())
      for (const [larger, smaller] of packages.items.flatMap(({ replaces }) =>
        Object.entries(replaces ?? {}),
      ))
        expect(lines, who).not.toEqual(expect.arrayContaining([larger, smaller]))
    }
  })

  test('only visitors without payments, AI or stored data are advised to use a website builder', () => {
    const sentAway = everybody.filter((one) => findResult(one).instead === 'website')
    expect(sentAway).not.toEqual([])
    for (const { who, first, pay, ai, have } of sentAway) {
      expect([who, first]).toEqual(['readers', 'one-thing'])
      expect([pay, ai, have]).not.toEqual(expect.arrayContaining(['inside']))
      expect([pay, ai, have]).not.toEqual(expect.arrayContaining(['core']))
      expect(have).not.toBe('product')
    }
  })

  const enough = (id: 'starter' | 'growth') => {
    const { name, price, timeline } = packageOf(id)
    return `${name} is enough: ${price}, in ${timeline}`
  }

  test('a visitor whom Scale fits also reads when the smaller package would be enough', () => {
    for (const one of everybody) {
      const { fittingPackage, wiser } = findResult(one)
      if (fittingPackage?.id !== 'scale') continue
      const smaller = (['starter', 'growth'] as const).find(
        (id) => wiser?.title === startResult.wiser(packageOf(id).name),
      )
      expect(wiser?.text, JSON.stringify(one)).toContain(smaller && enough(smaller))
    }
    expect(findResult(answers('anybody one-thing inside core idea')).wiser).toEqual({
      title: startResult.wiser(packageOf('starter').name),
      text: `If people can pay by invoice or bank transfer at first, and a person can do for a while what AI should do later, ${enough('starter')}. The rest can follow.`,
    })
  })

  test('a rule of /start gives reasons only for questions that it depends on', () => {
    for (const { when, because } of rules.table) {
      expect(Object.keys(because)).not.toEqual([])
      for (const id of Object.keys(because)) expect(Object.keys(when)).toContain(id)
    }
  })

  test('every feature that /start promises is a line of a package, word for word', () => {
    const lines = packages.items.flatMap(({ features }) => features)
    for (const { needs } of Object.values(wishes).flatMap((of) => Object.values(of).flat()))
      if (needs !== null) expect(lines).toContain(needs)
    for (const { plan } of Object.values(afterLaunch.answers))
      if (plan !== null) expect(support.plans.map(({ name }) => name)).toContain(plan)
  })

  test('the fitting package has the payments and the AI that the visitor needs from the first day', () => {
    for (const one of everybody) {
      const { fittingPackage, contains } = findResult(one)
      if (!fittingPackage) continue
      const lines = contains.map(({ line }) => line)
      if (one.pay === 'inside') expect(lines).toContain('payments integration')
      if (one.ai === 'core') expect(lines).toContain('AI-powered features')
    }
  })
})

/** A package as the line below the answers names it. */
function named(id: PackageId): string {
  const { name, price } = packageOf(id)
  return `${name}, ${price}, ${startResult.terms}`
}

describe('the line below the answers', () => {
  /** Every combination of answered and open questions of /start. */
  const partial = questionIds.reduce<Partial<Answers>[]>(
    (some, id) =>
      some.flatMap((given) => [
        given,
        ...Object.keys(questions[id].answers).map((answer) => ({ ...given, [id]: answer })),
      ]),
    [{}],
  )
  const line = (given: Partial<Answers>) => soFar(given, rules.table, namedPackages())
  const read = (given: Partial<Answers>) => {
    const found = line(given)
    return found && [found.lead, found.what, found.also].filter(Boolean).join(' ')
  }
  /** The results of all complete answers that agree with `given`. */
  const resultsOf = (given: Partial<Answers>) =>
    everybody.filter((one) => questionIds.every((id) => !given[id] || given[id] === one[id])).map(findResult)

  test('the line below the answers says what all results still possible have in common', () => {
    expect(partial).toHaveLength(6 * 4 * 4 * 4 * 4)
    for (const given of partial) {
      const results = resultsOf(given)
      const who = `${JSON.stringify(given)}: ${read(given)}`
      const found = line(given)
      const website = results.some(({ instead }) => instead === 'website')
      const call = results.some(({ instead }) => instead === 'call')
      const amounts = results.flatMap(({ fittingPackage }) => fittingPackage?.amount ?? [])
      expect(found === null, who).toBe(website && amounts.length > 0)
      if (!found) continue
      expect(found.lead, who).toBe(isComplete(given) ? 'What fits:' : 'So far:')
      expect(found.also?.includes('free call') ?? false, who).toBe(
        call && new Set(results.map(({ instead }) => instead)).size > 1,
      )
      if (amounts.length === 0) {
        const what = website
          ? call
            ? /^none of our packages$/
            : /^a website builder, for less/
          : /^a free call first$/
        expect(found.what, who).toMatch(what)
        continue
      }
      const least = packages.items.find(({ amount }) => amount === Math.min(...amounts))
      const isOnly = new Set(amounts).size === 1
      expect(found.what, who).toBe(`${isOnly ? '' : 'at least '}${least && named(least.id)}`)
      if (isOnly && !call) expect(found.also, who).toBe(`in ${least?.timeline}`)
    }
  })

  test.each<[Partial<Answers>, string | null]>([
    [{}, null],
    [{ who: 'readers' }, null],
    [
      { who: 'readers', first: 'one-thing', pay: 'no', ai: 'no' },
      'So far: none of our packages a website builder may do, or a free call first',
    ],
    [{ who: 'sides' }, `So far: at least ${named('growth')} or a free call first`],
    [{ who: 'sides', have: 'idea' }, `So far: at least ${named('growth')}`],
    [{ pay: 'inside' }, `So far: ${named('scale')} or a free call first`],
    [{ have: 'product' }, 'So far: a free call first'],
    [answers('people one-thing no no product'), 'What fits: a free call first'],
    [answers('readers one-thing no no idea'), 'What fits: a website builder, for less than we cost'],
  ])('%j: %s', (given, words) => expect(read(given)).toBe(words))
})

/**
 * Product ideas of people outside the studio. The expected results are samples: the founders know
 * better which package they would offer.
 */
const ideas: {
  sample: true
  idea: string
  given: string
  fits: PackageId | 'website' | 'call'
  because: Partial<Record<QuestionId, RegExp>>
}[] = [
  {
    sample: true,
    idea: 'a public checker: paste a rental listing, and AI says what is unlawful in it',
    given: 'anybody one-thing no core idea',
    fits: 'scale',
    because: { ai: /AI/ },
  },
  {
    sample: true,
    idea: 'a calculator that prices a heat pump from six numbers, and sends the quote',
    given: 'anybody one-thing no no idea',
    fits: 'starter',
    because: { first: /one thing/i, who: /nobody has to sign in/i },
  },
  {
    sample: true,
    idea: 'a shop for seedlings: cards at the till, no account',
    given: 'anybody few-things inside no idea',
    fits: 'scale',
    because: { pay: /payments/i },
  },
  {
    sample: true,
    idea: 'a board on which anybody reports a pothole, and the council answers each',
    given: 'anybody few-things no later idea',
    fits: 'growth',
    because: { first: /look after/ },
  },
  {
    sample: true,
    idea: 'a site about a vineyard: pictures, opening hours, a way to write',
    given: 'readers one-thing outside no idea',
    fits: 'website',
    because: { who: /website builder/ },
  },
  {
    sample: true,
    idea: 'a paid newsletter that anybody reads once they have paid by card',
    given: 'readers one-thing inside no idea',
    fits: 'scale',
    because: { pay: /payments/i },
  },
  {
    sample: true,
    idea: 'something to read about a trade, and perhaps much more, nobody knows yet',
    given: 'readers many-things no later idea',
    fits: 'call',
    because: { first: /half an hour/i },
  },
  {
    sample: true,
    idea: 'a rowing club: members book boats and move their booking, the office approves; fees by transfer',
    given: 'people few-things outside no idea',
    fits: 'growth',
    because: { first: /look after/ },
  },
  {
    sample: true,
    idea: 'a log in which vets file one report for each visit, from a prototype made with AI',
    given: 'team one-thing no later prototype',
    fits: 'starter',
    because: { first: /one thing/i, who: /login/ },
  },
  {
    sample: true,
    idea: 'tutors and pupils who find each other, and nothing else yet',
    given: 'sides one-thing outside no idea',
    fits: 'growth',
    because: { who: /roles and permissions/ },
  },
  {
    sample: true,
    idea: 'a market for second-hand instruments, with an assistant that writes the listing',
    given: 'sides few-things inside core prototype',
    fits: 'scale',
    because: { pay: /payments/i, ai: /AI/ },
  },
  {
    sample: true,
    idea: 'a live subscription box that somebody else built, and that should change',
    given: 'people few-things inside no product',
    fits: 'call',
    because: { have: /look at it first/ },
  },
]

test.each(ideas)('a visitor gets the right package, with reasons, for $idea', ({ given, fits, because }) => {
  const result = findResult(answers(given))
  expect(result.instead ?? result.fittingPackage?.id).toBe(fits)
  const expected = Object.entries(because) as [QuestionId, RegExp][]
  expect(result.reasons.map(({ question }) => question).sort()).toEqual(
    expected.map(([id]) => questions[id].text).sort(),
  )
  for (const [id, reason] of expected)
    expect(result.reasons.find(({ question }) => question === questions[id].text)?.why).toMatch(reason)
})

test('a visitor with a live product or a plain website may book the free call too', () => {
  for (const one of ['people few-things inside no product', 'readers one-thing no no idea']) {
    const result = findResult(answers(one))
    if (!result.instead) throw new Error(one)
    const { instead } = result
    const html = renderToStaticMarkup(NoneFits({ result, instead, query: 'who=x' }))
    expect(html, one).toMatch(/href="\/booking\?fit=who%3Dx"[^>]*>Book a free call about this</)
    expect(html, one).toMatch(/href="\/booking\?step=2&amp;fit=who%3Dx"/)
  }
})

test('a result of /start shows the whole scope of the package, and links to the list of packages', () => {
  const result = findResult(answers('anybody one-thing no no idea'))
  if (!result.fittingPackage) throw new Error('Nothing fits.')
  const html = renderToStaticMarkup(
    PackageContents({ result, fittingPackage: result.fittingPackage, after: 'open', query: 'who=x' }),
  )
  expect(html).toContain('mobile responsive, hosting &amp; deployment setup')
  expect(html).toContain('href="/#packages"')
})

describe('the URL', () => {
  const one = answers('people one-thing no later idea')
  const query = 'who=people&first=one-thing&pay=no&ai=later&have=idea'

  test('the URL of every result can be read back, and the booking stores the same text', () => {
    for (const all of everybody) {
      const fit = toQuery(all, 'updates')
      expect(readFit(fit)).toEqual({ fit, given: { answers: all, after: 'updates' } })
      expect(fit.length).toBeLessThanOrEqual(200)
      expect(fit).toMatch(/^[a-z-]+=[a-z-]+(&[a-z-]+=[a-z-]+)*$/)
    }
  })

  test('the URL of a result may have another order, an open plan or more parameters', () => {
    for (const same of [`after=open&${query}`, query.split('&').reverse().join('&'), `${query}&utm=mail`])
      expect(readFit(same)?.fit, same).toBe(query)
  })

  test('a URL with some of the answers keeps them, and the visitor is asked for the rest', () => {
    const given = readGiven({ who: 'people', pay: 'nothing' })
    expect(given).toEqual({ answers: { who: 'people' }, after: 'open' })
    expect(isComplete(given?.answers ?? {})).toBe(false)
    expect(readGiven({ after: 'open' })).toEqual({ answers: {}, after: 'open' })
    expect(toQuery({ pay: 'no', who: 'people' }, 'hosting')).toBe('who=people&pay=no&after=hosting')
  })

  test.each<[string, Record<string, string | string[]>]>([
    ['nothing', {}],
    ['an unknown question', { how: 'people' }],
    ['an unknown answer', { who: 'cats' }],
    ['a repeated answer', { who: ['people', 'team'] }],
    ['markup', { who: '<script>alert(1)</script>' }],
    ['a property of every object', { who: 'constructor', __proto__: 'people' }],
    ['a huge one', { who: 'people'.repeat(100_000) }],
  ])('the URL with %s shows /start without answers', (_, params) => expect(readGiven(params)).toBeNull())

  test.each([
    '',
    'who=people',
    `${query}&who=team`,
    `${query}&x=<b>`,
    `${query}&${'a'.repeat(200)}=b`,
    query.replace('idea', 'ideas'),
    query.toUpperCase(),
    query.replaceAll('&', ';'),
  ])('a booking stores no incomplete result of /start: %s', (text) => expect(readFit(text)).toBeNull())

  test('readFit never returns the URL’s text unchecked, and throws for no text', () => {
    const pieces = fc.array(fc.oneof(fc.constantFrom(...query.split('&'), '&', '&who=team'), fc.string()))
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          pieces.map((all) => all.join('&')),
        ),
        (text) => {
          expect([undefined, query]).toContain(readFit(text)?.fit)
          expect(fitLike(text)?.length ?? 0).toBeLessThanOrEqual(200)
        },
      ),
    )
  })

  test('stored answers are shown as questions and answers; a question no longer asked stays as stored', () => {
    expect(describeFit(toQuery(one, 'hosting'))).toEqual([
      { question: 'Who uses it?', answer: 'One group of people' },
      { question: 'What must they be able to do first?', answer: 'One thing, from start to end' },
      { question: 'Do people pay through it?', answer: 'No' },
      { question: 'Is AI part of it?', answer: 'Perhaps later' },
      { question: 'What do you have already?', answer: 'An idea' },
      { question: 'And after the launch?', answer: 'We keep it online for you' },
    ])
    expect(describeFit('who=constructor&colour=blue')).toEqual([
      { question: 'Who uses it?', answer: 'constructor' },
      { question: 'colour', answer: 'blue' },
    ])
  })
})

describe('the prices', () => {
  const { name: tax } = place.tax
  const area = place.tax.area

  test('prices with and without tax keep the list’s notation, such as “from”, and have cents if needed', () => {
    const [whole, plain] = [(sum: number) => formatPrice(sum), (sum: number) => formatPrice(sum, false)]
    const printed = [
      { price: whole(6500), amount: 6500 },
      { price: `${whole(25_000)}+`, amount: 25_000 },
      { price: `from ${whole(250)}/month`, amount: 250 },
      { price: `from ${plain(2000)}/month`, amount: 2000 },
      { price: `one-time ${plain(1000)}`, amount: 1000 },
    ]
    const at = { ...place.tax, area: 'Ontario', registered: true, percent: 15 }
    expect(printed.map((item) => taxSentence({ name: '', ...item }, at))).toEqual([
      `In Ontario: ${whole(6500)} + ${whole(975)} ${tax} = ${whole(7475)}.`,
      `In Ontario: from ${whole(25_000)} + ${whole(3750)} ${tax} = from ${whole(28_750)}.`,
      `In Ontario: from ${whole(250)} + ${whole(37.5)} ${tax} = from ${whole(287.5)}.`,
      `In Ontario: from ${plain(2000)} + ${plain(300)} ${tax} = from ${plain(2300)}.`,
      `In Ontario: ${plain(1000)} + ${plain(150)} ${tax} = ${plain(1150)}.`,
    ])
  })

  test('prices have no tax if the studio is not registered for it', () => {
    expect(taxSentence(packageOf('starter'), { ...place.tax, registered: false })).toBe(
      `We are not registered for ${tax}, so none is added.`,
    )
  })

  test('the prices include a support plan only on request, with the owner’s setting of the tax', () => {
    const names = (after: keyof typeof afterLaunch.answers) =>
      priceLines(packageOf('growth'), after).map(({ name, price }) => `${name} ${price}`)
    const [, updates, handover] = support.plans.map(({ name, price }) => `${name} ${price}`)
    const itself = `${packageOf('growth').name} ${packageOf('growth').price}`
    expect(names('open')).toEqual([itself, handover])
    expect(names('updates')).toEqual([itself, updates, handover])
    const [growth, plan] = priceLines(packageOf('growth'), 'hosting')
    expect(plan?.tax).toMatch(new RegExp(`^In ${area}: from \\S+ \\+ \\S+ ${tax} = from \\S+\\.$`))
    try {
      owner.supportTax.excluded = false
      expect(priceLines(packageOf('growth'), 'hosting')[1]?.tax).toBe(`This price includes ${tax}.`)
    } finally {
      owner.supportTax.excluded = true
    }
    expect(listSamples()).toContainEqual(expect.stringContaining('owner.ts: owner.supportTax'))
    expect(growth?.tax).toContain(place.tax.abroad)
  })

  test('a booking stores the prices of the list at that time', () => {
    expect(priceSeen('scale')).toBe(packageOf('scale').price)
    const updates = support.plans[1]
    expect(priceSeen('growth', 'updates')).toBe(
      `${packageOf('growth').price}; ${updates?.name} ${updates?.price}`,
    )
    const dearer = packages.items.map((item) => ({ ...item, price: formatPrice(99_000) }))
    expect(priceSeen('growth', 'open', dearer)).toBe(formatPrice(99_000))
  })
})

describe('the launch date', () => {
  const today = '2026-11-23'
  /** Each Tuesday from one date to another. */
  const tuesdays = (from: string, to: string) =>
    Array.from({ length: 60 }, (_, week) => addDays('2026-11-24', week * 7)).filter(
      (date) => date >= from && date <= to,
    )
  const open = tuesdays('2026-11-24', '2027-11-23')
  const sentence = (
    id: PackageId,
    {
      freeStart,
      firstCall = '2026-11-24',
      bookable = open,
    }: { freeStart?: string; firstCall?: string | null; bookable?: string[] },
  ) => {
    const begin = startAfterCall(freeStart, firstCall, today)
    const holidays = begin ? listHolidays(begin).map(({ date }) => date) : []
    return begin && launchSentence(packageOf(id), begin, { bookable, holidays })
  }

  test('the launch date counts from the first Monday after the studio’s next free start', () => {
    expect(sentence('starter', { freeStart: '2027-02-15' })).toBe(
      'A start in the week of 15 February: live between late February and mid March.',
    )
    expect(sentence('starter', { freeStart: '2027-02-16' })).toBe(
      'A start in the week of 22 February: live between early and mid March.',
    )
  })

  test('the launch date leaves a week after the first free call, for an offer and its acceptance', () => {
    expect(sentence('growth', { freeStart: '2026-11-24', firstCall: '2027-02-15' })).toMatch(
      /^A start in the week of 22 February/,
    )
    expect(sentence('growth', { freeStart: '2026-11-24', firstCall: '2027-02-16' })).toMatch(
      /^A start in the week of 1 March/,
    )
  })

  test('the launch date skips public holidays and the weeks of Christmas and New Year', () => {
    // Ten working days until Friday 18 December; the next ten begin on Tuesday 5 January.
    expect(sentence('starter', { freeStart: '2026-12-07' })).toBe(
      'A start in the week of 7 December: live between mid December and mid January. ' +
        'Public holidays and weeks when we are closed do not count.',
    )
    expect(sentence('starter', { freeStart: '2026-12-21' })).toMatch(/^A start in the week of 4 January/)
    // Without Good Friday and Easter Monday, twenty working days last until Tuesday 6 April.
    expect(sentence('starter', { freeStart: '2027-03-08' })).toBe(
      'A start in the week of 8 March: live between mid March and early April. ' +
        'Public holidays and weeks when we are closed do not count.',
    )
  })

  test('the launch date skips weeks when the studio is closed, and no project begins in one', () => {
    const bookable = [...tuesdays('2026-11-24', '2027-02-02'), ...tuesdays('2027-03-02', '2027-11-23')]
    expect(sentence('starter', { freeStart: '2027-02-01', bookable })).toBe(
      'A start in the week of 1 February: live between early and mid March. ' +
        'Public holidays and weeks when we are closed do not count.',
    )
    expect(sentence('starter', { freeStart: '2027-02-08', bookable })).toMatch(
      /^A start in the week of 1 March/,
    )
  })

  test('the launch date skips no week after the last bookable time', () => {
    expect(sentence('starter', { freeStart: '2027-02-15', bookable: ['2026-11-24'] })).toBe(
      'A start in the week of 15 February: live between late February and mid March.',
    )
  })

  test('the launch date of Scale has an open end', () => {
    expect(sentence('scale', { freeStart: '2027-02-15' })).toMatch(
      / and late April, or later\. Public holidays and/,
    )
  })

  test('no launch date is shown without a free start, after that start, or without a bookable call', () => {
    expect(sentence('starter', {})).toBeNull()
    expect(sentence('starter', { freeStart: '2026-11-22' })).toBeNull()
    expect(sentence('starter', { freeStart: '2026-12-07', firstCall: null })).toBeNull()
  })

  test('the admins read a warning once the studio’s next free start is past', () => {
    expect(owner.nextFreeStart === undefined || isDate(owner.nextFreeStart)).toBe(true)
    expect(pastStartNotice('2026-11-22', today)).toBe(
      'The next free start, 22 November 2026, is past: /start names no launch until you set a new one.',
    )
    expect(pastStartNotice('2026-11-23', today)).toBeNull()
    expect(pastStartNotice(undefined, today)).toBeNull()
  })

  test('the launch date can be computed whatever dates are closed', () => {
    fc.assert(
      fc.property(fc.subarray(open), fc.integer({ min: 0, max: 900 }), (bookable, later) => {
        const freeStart = addDays(today, later)
        expect(sentence('scale', { freeStart, bookable })).toMatch(/^A start in the week of \d/)
      }),
    )
  })
})
