import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttle } from '@/app/admin/_components/throttle'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a hundred events at once make one refresh now and one after them, a second later', async () => {
  let runs = 0
  const trigger = throttle(async () => void runs++, 1_000)
  for (let i = 0; i < 100; i++) void trigger()
  await vi.advanceTimersByTimeAsync(0)
  expect(runs).toBe(1)
  void trigger()
  await vi.advanceTimersByTimeAsync(999)
  expect(runs).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(runs).toBe(2)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(runs).toBe(2)
})

test('a refresh that takes long is never overtaken by another, and what came meanwhile is not forgotten', async () => {
  const finish: (() => void)[] = []
  const trigger = throttle(() => new Promise((resolve) => finish.push(resolve)), 1_000)
  void trigger()
  await vi.advanceTimersByTimeAsync(5_000)
  void trigger()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(finish).toHaveLength(1)
  finish[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(finish).toHaveLength(2)
})
