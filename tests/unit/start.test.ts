import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PackageId, packageNames, packages, support } from '@/lib/content/packages'
import {
  afterLaunch,
  type Answers,
  owner,
  type QuestionId,
  questions,
  rules,
  startResult,
} from '@/lib/content/start'
import { describeFit, isComplete, questionIds, readFit, readGiven, toQuery } from '@/lib/start/answers'
import { fitLike } from '@/lib/start/fit'
import { launchSentence } from '@/lib/start/launch'
import { gstSentence, priceLines, priceSeen } from '@/lib/start/price'
import { findResult, holds } from '@/lib/start/result'

/** All combinations of answers. */
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
const packageOf = (id: PackageId) => {
  const found = packages.items.find(({ name }) => name === packageNames[id])
  if (!found) throw new Error(id)
  return found
}

describe('the rules', () => {
  test('whatever somebody answers, exactly one rule holds', () => {
    expect(everybody).toHaveLength(4 * 3 * 3 * 3 * 3)
    for (const one of everybody)
      expect(
        rules.table.filter((rule) => holds(rule, one)),
        JSON.stringify(one),
      ).toHaveLength(1)
  })

  test('no rule is there for nobody', () => {
    for (const rule of rules.table) expect(everybody.some((one) => holds(rule, one))).toBe(true)
  })

  test('every result says why; a package also what is in it, what is not, when another is wiser', () => {
    for (const one of everybody) {
      const { fits, because, contains, leavesOut, next } = findResult(one)
      const who = JSON.stringify(one)
      expect(because.length, who).toBeGreaterThan(0)
      for (const { question, answer, why } of because)
        for (const text of [question, answer, why]) expect(text.length, who).toBeGreaterThan(1)
      if (!fits) continue
      expect(contains.length, who).toBeGreaterThan(0)
      expect(leavesOut.length, who).toBeGreaterThan(0)
      expect(next === null, who).toBe(fits.name === 'Scale')
      const id = fits.name.toLowerCase() as PackageId
      expect(startResult.next[id].text.length, who).toBeGreaterThan(20)
    }
  })

  test('a reason is given only for a question that the rule asks about', () => {
    for (const { when, because } of rules.table) {
      expect(Object.keys(because)).not.toEqual([])
      for (const id of Object.keys(because)) expect(Object.keys(when)).toContain(id)
    }
  })

  test('what is said to be in a package is a line of its list, word for word', () => {
    const lines = packages.items.flatMap(({ features }) => features)
    for (const id of questionIds)
      for (const answer of Object.values(questions[id].answers))
        for (const { needs } of 'wishes' in answer ? answer.wishes : [])
          if (needs !== null) expect(lines).toContain(needs)
    for (const { plan } of Object.values(afterLaunch.answers))
      if (plan !== null) expect(support.plans.map(({ name }) => name)).toContain(plan)
  })

  test('nobody is given less than what decided: payments and AI from the first day are in what fits', () => {
    for (const one of everybody) {
      const { fits, contains } = findResult(one)
      if (!fits) continue
      const lines = contains.map(({ line }) => line)
      if (one.pay === 'inside') expect(lines).toContain('payments integration')
      if (one.ai === 'core') expect(lines).toContain('AI-powered features')
    }
  })
})

/** Written cases. They are samples: the founders know better whom they would give what. */
const cases: {
  sample: true
  name: string
  given: string
  fits: PackageId | null
  because: Partial<Record<QuestionId, RegExp>>
}[] = [
  {
    sample: true,
    name: 'a marketplace for second-hand instruments: two sides, and its money goes through it',
    given: 'sides few-things inside no idea',
    fits: 'scale',
    because: { pay: /in Scale alone/ },
  },
  {
    sample: true,
    name: 'a members’ club: members see dates and sign up, the office approves; fees by bank transfer',
    given: 'people few-things outside no idea',
    fits: 'growth',
    because: { first: /Two or three user flows/ },
  },
  {
    sample: true,
    name: 'an internal tool: the team files reports and somebody looks after them',
    given: 'team few-things no no idea',
    fits: 'growth',
    because: { first: /dashboard/ },
  },
  {
    sample: true,
    name: 'an AI assistant that drafts answers to tenders',
    given: 'people one-thing no core idea',
    fits: 'scale',
    because: { ai: /AI/ },
  },
  {
    sample: true,
    name: 'a shop with card payments',
    given: 'people one-thing inside no idea',
    fits: 'scale',
    because: { pay: /payments/ },
  },
  {
    sample: true,
    name: 'a booking site for lessons that are paid at the counter',
    given: 'people one-thing outside later idea',
    fits: 'starter',
    because: { first: /one core user flow/, who: /basic login/ },
  },
  {
    sample: true,
    name: 'a prototype that falls over once ten people use it, with more than one thing to do',
    given: 'people few-things no later prototype',
    fits: 'growth',
    because: { first: /Growth adds/ },
  },
  {
    sample: true,
    name: 'a site about a vineyard: pictures, opening hours, a way to write',
    given: 'readers one-thing no no idea',
    fits: null,
    because: { who: /website builder/ },
  },
  {
    sample: true,
    name: 'a product with paying users that somebody else built and that should change',
    given: 'people few-things inside no product',
    fits: null,
    because: { have: /look at it first/ },
  },
  {
    sample: true,
    name: 'tutors and pupils who find each other, and nothing else yet',
    given: 'sides one-thing outside no idea',
    fits: 'growth',
    because: { who: /roles and permissions/ },
  },
  {
    sample: true,
    name: 'a platform for everything about a trade, without an order so far',
    given: 'people many-things outside later idea',
    fits: 'scale',
    because: { first: /deep scoping/ },
  },
  {
    sample: true,
    name: 'a course platform with subscriptions and an AI tutor',
    given: 'people few-things inside core prototype',
    fits: 'scale',
    because: { pay: /payments/, ai: /AI/ },
  },
]

test.each(cases)('$name', ({ given, fits, because }) => {
  const result = findResult(answers(given))
  expect(result.fits?.name).toBe(fits ? packageNames[fits] : undefined)
  const expected = Object.entries(because) as [QuestionId, RegExp][]
  expect(result.because.map(({ question }) => question).sort()).toEqual(
    expected.map(([id]) => questions[id].text).sort(),
  )
  for (const [id, reason] of expected)
    expect(result.because.find(({ question }) => question === questions[id].text)?.why).toMatch(reason)
})

describe('the address', () => {
  const one = answers('people one-thing no later idea')
  const query = 'who=people&first=one-thing&pay=no&ai=later&have=idea'

  test('of every result is read back, and is what goes with a booking', () => {
    for (const all of everybody) {
      const fit = toQuery(all, 'updates')
      expect(readFit(fit)).toEqual({ fit, given: { answers: all, after: 'updates' } })
      expect(fit.length).toBeLessThanOrEqual(200)
      expect(fit).toMatch(/^[a-z-]+=[a-z-]+(&[a-z-]+=[a-z-]+)*$/)
    }
  })

  test('in another order, with a plan that is left open or with more in it, is the same result', () => {
    for (const same of [`after=open&${query}`, query.split('&').reverse().join('&'), `${query}&utm=mail`])
      expect(readFit(same)?.fit, same).toBe(query)
  })

  test('a half of it keeps what is there and misses the rest', () => {
    const given = readGiven({ who: 'people', pay: 'nothing' })
    expect(given).toEqual({ answers: { who: 'people' }, after: 'open' })
    expect(isComplete(given?.answers ?? {})).toBe(false)
    expect(readGiven({ after: 'open' })).toEqual({ answers: {}, after: 'open' })
  })

  test.each<[string, Record<string, string | string[]>]>([
    ['nothing', {}],
    ['an unknown question', { how: 'people' }],
    ['an unknown answer', { who: 'cats' }],
    ['a repeated answer', { who: ['people', 'team'] }],
    ['markup', { who: '<script>alert(1)</script>' }],
    ['a name that every object has', { who: 'constructor', __proto__: 'people' }],
    ['a huge one', { who: 'people'.repeat(100_000) }],
  ])('%s is the plain page', (_, params) => expect(readGiven(params)).toBeNull())

  test.each([
    '',
    'who=people',
    `${query}&who=team`,
    `${query}&x=<b>`,
    `${query}&${'a'.repeat(200)}=b`,
    query.replace('idea', 'ideas'),
    query.toUpperCase(),
    query.replaceAll('&', ';'),
  ])('nothing goes with a booking but a whole result: %s', (text) => expect(readFit(text)).toBeNull())

  test('nothing that is posted as answers throws or is stored as it came', () => {
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

  test('is told in words; what is no longer asked stays as it was stored', () => {
    expect(describeFit(toQuery(one, 'hosting'))).toEqual([
      { question: 'Who uses it?', answer: 'One kind of people' },
      { question: 'What must they be able to do first?', answer: 'One thing, from start to end' },
      { question: 'Do people pay in it?', answer: 'No' },
      { question: 'Is AI part of it?', answer: 'Later, perhaps' },
      { question: 'What is there already?', answer: 'An idea' },
      { question: 'And after the launch?', answer: 'Keep it online for us' },
    ])
    expect(describeFit('who=constructor&colour=blue')).toEqual([
      { question: 'Who uses it?', answer: 'constructor' },
      { question: 'colour', answer: 'blue' },
    ])
  })
})

describe('the prices', () => {
  const registered = { registered: true, rate: 0.15 }

  test('with and without GST; “from” stays “from”, and cents are shown where there are some', () => {
    const all = [...packages.items, ...support.plans]
    expect(all.map((item) => gstSentence(item, registered))).toEqual([
      'In New Zealand: $6,500 + $975 GST = $7,475.',
      'In New Zealand: $12,000 + $1,800 GST = $13,800.',
      'In New Zealand: from $25,000 + $3,750 GST = from $28,750.',
      'In New Zealand: from $250 + $37.50 GST = from $287.50.',
      'In New Zealand: from $2,000 + $300 GST = from $2,300.',
      'In New Zealand: $1,000 + $150 GST = $1,150.',
    ])
  })

  test('without GST when the studio is not registered', () => {
    expect(gstSentence(packageOf('starter'), { registered: false, rate: 0.15 })).toBe(
      'We are not registered for GST, so none is added.',
    )
  })

  test('a support plan only if asked for, without a GST that the list does not state', () => {
    const names = (after: keyof typeof afterLaunch.answers) =>
      priceLines(packageOf('growth'), after).map(({ name, price }) => `${name} ${price}`)
    expect(names('open')).toEqual(['Growth $12,000', 'Handover one-time $1000 excl. GST'])
    expect(names('updates')).toEqual([
      'Growth $12,000',
      'Support & Updates from $2000/month',
      'Handover one-time $1000 excl. GST',
    ])
    const [growth, plan] = priceLines(packageOf('growth'), 'hosting')
    expect(plan?.gst).toBe(startResult.price.unsaid)
    expect(growth?.gst).toMatch(/Outside New Zealand usually no GST: the offer says\.$/)
  })

  test('what is kept with a booking is what the list says then', () => {
    expect(priceSeen('scale')).toBe('$25,000+')
    expect(priceSeen('growth', 'updates')).toBe('$12,000; Support & Updates from $2000/month')
    const dearer = packages.items.map((item) => ({ ...item, price: '$99,000' }))
    expect(priceSeen('growth', 'open', dearer)).toBe('$99,000')
  })
})

describe('when it could be live', () => {
  const sentence = (id: PackageId, free?: string, call: string | null = '2026-11-24') =>
    launchSentence(packageOf(id), free, call)

  test('in weeks from the owner’s next free start: under six for Starter and Growth, Scale’s own for Scale', () => {
    expect(sentence('starter', '2026-12-07')).toBe(
      'A start in the week of 7 December: live between mid December and early January.',
    )
    expect(sentence('growth', '2026-12-09')).toBe(
      'A start in the week of 7 December: live between early and mid January.',
    )
    expect(sentence('scale', '2026-12-13')).toBe(
      'A start in the week of 7 December: live between mid January and mid February, or later.',
    )
  })

  test('from the first call that can be booked, when that is later', () => {
    expect(sentence('starter', '2026-12-07', '2027-02-01')).toBe(
      'A start in the week of 1 February: live between mid and late February.',
    )
  })

  test('not at all when nobody knows: no start is named, or no call can be booked', () => {
    expect(sentence('starter', undefined)).toBeNull()
    expect(sentence('starter', '2026-12-07', null)).toBeNull()
  })

  test('the owner’s start is a Monday’s week of a real date, or none', () => {
    if (owner.nextFreeStart !== undefined)
      expect(sentence('growth', owner.nextFreeStart)).toMatch(/^A start in/)
  })
})
