import { expect, test } from 'vitest'
import { measureQueries } from '@/scripts/bench/query-plans'
import { copyRealDatabase } from './databases'

test.skipIf(!process.env.SOAK)(
  'no query reads more the longer the studio works, but for lists that must',
  async () => {
    // With fewer rows Postgres often reads a table whole, because that is quicker.
    const figures = await measureQueries(await copyRealDatabase(), 200_000)
    expect(figures.filter(({ growing }) => growing.length)).toEqual([])
  },
)
