import { expect, test } from 'vitest'
import { limitConcurrency } from '@/lib/limit-concurrency'

test('twenty searches at once run two at a time, in order, also after one that failed', async () => {
  const limit = limitConcurrency(2)
  let [running, most] = [0, 0]
  const order: number[] = []
  const search = (n: number) =>
    limit(async () => {
      most = Math.max(most, ++running)
      order.push(n)
      await new Promise((resolve) => setTimeout(resolve, 1))
      running--
      if (n === 3) throw new Error('It took too long.')
      return n
    })
  const numbers = Array.from({ length: 20 }, (_, n) => n)
  const outcomes = await Promise.allSettled(numbers.map(search))
  expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : null))).toEqual(
    numbers.map((n) => (n === 3 ? null : n)),
  )
  expect({ most, order }).toEqual({ most: 2, order: numbers })
  expect(await search(20)).toBe(20)
})
