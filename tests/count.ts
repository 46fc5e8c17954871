import { appendFileSync } from 'node:fs'

/** A reporter for Vitest and Playwright that counts the tests, for scripts/test.ts. */
export default class Count {
  private tests = 0
  /** Called by Vitest. */
  onTestCaseResult(test: { result(): { state: string } }) {
    if (test.result().state !== 'skipped') this.tests++
  }
  onTestRunEnd() {
    this.tell()
  }
  /** Called by Playwright. */
  onTestEnd(_: unknown, result: { status: string; retry: number }) {
    if (result.status !== 'skipped' && result.retry === 0) this.tests++
  }
  onEnd() {
    this.tell()
  }
  printsToStdio() {
    return false // lets Playwright keep its own output
  }
  private tell() {
    if (process.env.TEST_COUNTS) appendFileSync(process.env.TEST_COUNTS, `${this.tests}\n`)
  }
}
