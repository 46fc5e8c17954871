import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NOW } from './calendars/files'

interface Rule {
  start: string
  rule: string
}

const some = <Value extends string | number>(values: fc.Arbitrary<Value>, name: string, maxLength = 3) =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant('') },
    {
      weight: 1,
      arbitrary: fc
        .uniqueArray(values, { minLength: 1, maxLength })
        // Sorted, because rrule.js takes the hours of a day in their written order.
        .map((list) => `;${name}=${list.toSorted((a, b) => Number(a) - Number(b)).join(',')}`),
    },
  )
const day = fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU')
const nth = fc.tuple(fc.constantFrom('1', '2', '4', '-1', '-2'), day).map((both) => both.join(''))
const monthDay = fc.oneof(fc.integer({ min: 1, max: 31 }), fc.integer({ min: -5, max: -1 }))
const month = fc.integer({ min: 1, max: 12 })
const ends = fc.constantFrom(
  '',
  '',
  ';COUNT=7',
  ';COUNT=40',
  ';UNTIL=20270615T093000Z',
  ';UNTIL=20270601T000000Z',
)

/**
 * The days of a rule: an nth weekday, or weekdays and days of a month; with both, rrule.js finds no
 * day.
 */
const daysOf = (freq: string) => {
  const plain = fc.tuple(
    some(day, 'BYDAY'),
    freq === 'WEEKLY' ? fc.constant('') : some(monthDay, 'BYMONTHDAY'),
  )
  const either = plain.map((both) => both.join(''))
  const last = fc.constantFrom(';BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', ';BYDAY=SA,SU;BYSETPOS=1,-1')
  if (freq === 'MONTHLY') return fc.oneof(some(nth, 'BYDAY'), either, last)
  return freq === 'YEARLY' ? fc.oneof(some(nth, 'BYDAY'), either) : either
}

/** Random rules, as calendar programs and people write them. */
const generated: fc.Arbitrary<Rule> = fc
  .constantFrom('HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY')
  .chain((freq) =>
    fc.record({
      start: fc
        .integer({ min: -400, max: 200 })
        .map(
          (n) => `${new Date(NOW + n * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')}T093000Z`,
        ),
      rule: fc
        .tuple(
          fc.integer({ min: freq === 'HOURLY' ? 4 : 1, max: 6 }).map((every) => `;INTERVAL=${every}`),
          ends,
          daysOf(freq),
          some(month, 'BYMONTH'),
          freq === 'HOURLY' ? fc.constant('') : some(fc.integer({ min: 6, max: 20 }), 'BYHOUR', 2),
          fc.constantFrom('', ';WKST=SU', ';WKST=MO'),
        )
        .map((parts) => `FREQ=${freq}${parts.join('')}`),
    }),
  )

/** Computes the times of each rule in another process; null for a rule over which the other library hangs. */
async function expand(who: 'ours' | 'theirs', rules: Rule[]) {
  const found: (number[] | null)[] = []
  while (found.length < rules.length) {
    const child = spawn(process.execPath, ['tests/unit/calendars/rules.mjs'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    child.stdin.end(JSON.stringify({ who, now: NOW, rules: rules.slice(found.length) }))
    const ended = once(child, 'close')
    const giveUp = () =>
      who === 'ours'
        ? undefined
        : setTimeout(() => child.kill('SIGKILL'), found.length === 0 ? 20_000 : 5_000)
    let timer = giveUp()
    for await (const line of createInterface(child.stdout)) {
      clearTimeout(timer)
      found.push(JSON.parse(line) as number[])
      timer = giveUp()
    }
    clearTimeout(timer)
    const [code] = (await ended) as [number | null]
    if (code) throw new Error(`${who} broke off at ${JSON.stringify(rules[found.length])}`)
    if (found.length < rules.length) found.push(null)
  }
  return found
}

test('a repeating event blocks the times that another library computes, for any rule', async () => {
  const rules = fc.sample(generated, { numRuns: process.env.SOAK ? 2_000 : 60, seed: 20261126 })
  const [ours, theirs] = [await expand('ours', rules), await expand('theirs', rules)]
  const different = rules.flatMap(({ start, rule }, n) => {
    // The site counts DTSTART even if the rule does not match it, so the comparison leaves it out.
    const first = Date.parse(start.replace(/(....)(..)(..)T(..)(..)(..)/, '$1-$2-$3T$4:$5:$6')) / 60_000
    const rest = (list: number[] | null | undefined) => list?.filter((at) => at !== first) ?? null
    const [mine, other] = [rest(ours[n]), rest(theirs[n])]
    return other && JSON.stringify(mine) !== JSON.stringify(other) ? [{ start, rule, mine, other }] : []
  })
  expect(different).toEqual([])
  expect(theirs.filter((list) => list === null).length, 'rules over which the other one hangs').toBeLessThan(
    5,
  )
})
