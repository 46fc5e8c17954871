import { afterEach, beforeEach, expect, vi } from 'vitest'

// A test that expects an error to be logged says so: `vi.mocked(console.error).mockClear()` after
// asserting on it.
beforeEach(() => {
  vi.spyOn(console, 'error')
})
afterEach(() => {
  expect(vi.mocked(console.error).mock.calls, 'unexpected console.error').toEqual([])
  vi.restoreAllMocks()
})
