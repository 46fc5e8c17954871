/**
 * Returns a function that runs what it is given, at most `most` at a time; the others wait for their
 * turn, first come, first served.
 */
export function limitConcurrency(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running < most) running++
    else await new Promise<void>((start) => waiting.push(start))
    try {
      return await work()
    } finally {
      const startNext = waiting.shift()
      if (startNext) startNext()
      else running--
    }
  }
}
