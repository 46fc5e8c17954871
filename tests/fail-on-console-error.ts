import { afterEach, beforeEach, expect, vi } from 'vitest'

// A test that expects a logged error asserts it, and then calls `vi.mocked(console.error).mockClear()`.
beforeEach(() => {
  vi.spyOn(console, 'error')
})
afterEach(() => {
  expect(vi.mocked(console.error).mock.calls, 'unexpected console.error').toEqual([])
  vi.restoreAllMocks()
})
