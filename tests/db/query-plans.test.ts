import { expect, test } from 'vitest'
import { measureQueries } from '@/scripts/bench/query-plans'
import { copyRealDatabase } from './databases'

test.skipIf(!process.env.SOAK)(
  'with 100,000 bookings and 500 slots no query reads a table whole that grows, and a date’s times come in 5 ms',
  async () => {
    const figures = await measureQueries(await copyRealDatabase())
    // The last page of the admin's list is allowed to: whoever skips 99,000 rows has read them.
    const growing = figures.filter(({ name, growing }) => growing.length && !name.startsWith('oldest'))
    expect(growing).toEqual([])
    expect(figures.find(({ name }) => name === 'times of one date')?.fastest).toBeLessThan(5)
  },
)
