/** `npm test`: the check, a production build, and the browser tests in a real Chromium. `npm run soak` is the same with the full numbers. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { browserPath } from './browser'
import { check, type Count } from './check'
import { root } from './processes'

const playwrightReport = join(root, 'test-results', 'playwright.json')

async function main() {
  if (process.argv.includes('--soak')) process.env.SOAK = '1'
  const checked = await check()
  await browserPath()
  const { status } = spawnSync(join(root, 'node_modules/.bin/playwright'), ['test', '--reporter=list,json'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
  })
  const browsed = countBrowserTests()
  console.log(
    `${checked.passed + browsed.passed} passed, ${browsed.failed} failed, ${checked.skipped + browsed.skipped} skipped`,
  )
  process.exit(status ?? 1)
}

function countBrowserTests(): Count {
  const { stats } = JSON.parse(readFileSync(playwrightReport, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  }
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
