import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttle } from '@/app/admin/_components/throttle'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const idle = () => Promise.resolve()

test('an action and its event refresh the page once; a hundred events refresh it again a second later', async () => {
  let runs = 0
  const ask = throttle(() => Promise.resolve({ end: Promise.resolve(void runs++) }), idle)
  ask()
  await vi.advanceTimersByTimeAsync(250)
  ask()
  await vi.advanceTimersByTimeAsync(50)
  expect(runs).toBe(1)
  for (let i = 0; i < 100; i++) ask()
  await vi.advanceTimersByTimeAsync(999)
  expect(runs).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(runs).toBe(2)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(runs).toBe(2)
})

test('no refresh starts during a slow refresh; a change during that one causes another', async () => {
  const finish: (() => void)[] = []
  const ask = throttle(
    () => Promise.resolve({ end: new Promise<void>((resolve) => finish.push(resolve)) }),
    idle,
  )
  const { begun, ended } = ask()
  const settled: string[] = []
  void begun.then(() => settled.push('begun'))
  void ended.then(() => settled.push('ended'))
  await vi.advanceTimersByTimeAsync(5_000)
  ask()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(finish).toHaveLength(1)
  expect(settled).toEqual(['begun'])
  finish[0]?.()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(settled).toEqual(['begun', 'ended'])
  expect(finish).toHaveLength(2)
})

test('no refresh starts during an action, because the action’s result asks for one', async () => {
  let runs = 0
  let done = () => {}
  const action = new Promise<void>((resolve) => (done = resolve))
  const ask = throttle(
    () => Promise.resolve({ end: Promise.resolve(void runs++) }),
    () => action,
  )
  ask()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(runs).toBe(0)
  ask()
  done()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(runs).toBe(1)
})

test('a press during a refresh does not wait for the refresh to end: `begun` settles at once', async () => {
  let finish = () => {}
  const ask = throttle(
    () => Promise.resolve({ end: new Promise<void>((resolve) => (finish = resolve)) }),
    idle,
  )
  ask()
  await vi.advanceTimersByTimeAsync(500)
  let settled = false
  void ask().begun.then(() => (settled = true))
  await vi.advanceTimersByTimeAsync(0)
  expect(settled).toBe(true)
  finish()
})
