import type { PostgrestError } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { readAll } from '@/lib/supabase/read-all'

/** Reads from a list of `count` rows, at most `limit` rows at once, as PostgREST does. */
function server(count: number, limit: number) {
  const rows = Array.from({ length: count }, (_, index) => index)
  return (from: number, to: number) => ({
    retry: async () => ({ data: rows.slice(from, Math.min(to + 1, from + limit)), error: null }),
  })
}

test.each([0, 1, 999, 1_000, 1_001, 2_500])('readAll returns all of %i rows, each once', async (count) => {
  expect(await readAll(server(count, 1_000))).toEqual(Array.from({ length: count }, (_, index) => index))
})

test('readAll reads the whole list even if the server returns fewer rows at once than expected', async () => {
  expect(await readAll(server(1_234, 100))).toHaveLength(1_234)
})

test('readAll reads a short list with one request', async () => {
  const starts: number[] = []
  const read = server(60, 1_000)
  await readAll((from, to) => {
    starts.push(from)
    return read(from, to)
  })
  expect(starts).toEqual([0])
})

test('readAll throws if a request in the middle fails, instead of returning a shorter list', async () => {
  const read = server(3_000, 1_000)
  const error = new Error('boom') as unknown as PostgrestError
  await expect(
    readAll((from, to) => (from > 0 ? { retry: async () => ({ data: null, error }) } : read(from, to))),
  ).rejects.toThrow('boom')
})
