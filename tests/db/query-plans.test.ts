import { expect, test } from 'vitest'
import { measureQueries } from '@/scripts/bench/query-plans'
import { copyRealDatabase } from './databases'

test.skipIf(!process.env.SOAK)(
  'lists and a date’s times are fast with 20,000 requests and 500 slots',
  async () => {
    const figures = await measureQueries(await copyRealDatabase(), 20_000)
    expect(figures.find(({ name }) => name === 'times of one date')?.fastest).toBeLessThan(5)
    expect(figures.find(({ name }) => name === 'list: first page')?.p95).toBeLessThan(60)
    expect(figures.filter(({ name, p95 }) => name.startsWith('list:') && p95 >= 150)).toEqual([])
  },
)

test.skipIf(!process.env.SOAK)(
  'no query reads more the longer the studio works, but for lists that must',
  async () => {
    // With fewer rows Postgres often reads a table whole, because that is quicker.
    const figures = await measureQueries(await copyRealDatabase(), 200_000)
    expect(figures.filter(({ growing }) => growing.length)).toEqual([])
  },
)
