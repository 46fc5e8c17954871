import { defineConfig } from '@playwright/test'
import { browserPath } from './scripts/browser'
import { tier } from './tests/tier'

export default defineConfig({
  testDir: './tests',
  testMatch: ['e2e/*.spec.ts', 'http/*.spec.ts'], // those of http start no browser, and share studios with those of e2e
  globalSetup: './tests/e2e/global-setup.ts',
  workers: 2,
  grep: tier === 'full' ? /@full|@looks/ : undefined, // @looks runs in both tiers; the quick tier looks only in light
  grepInvert: [
    ...(tier === 'quick' ? [/@full/] : []),
    ...(process.env.SOAK ? [] : [/@soak/]), // long ones, for `npm run soak`
  ],
  // The limits only end a test that hangs, so a busy machine must not reach them.
  timeout: process.env.SOAK ? 60 * 60_000 : 3 * 60_000,
  expect: { timeout: 30_000 },
  // Only CI repeats a failed test, because a CI machine under load may be slow. The summary lists the test as flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [...(process.env.CI ? [['dot'] as const] : []), ['list'], ['./tests/count.ts']],
  use: {
    browserName: 'chromium',
    locale: 'en-NZ',
    timezoneId: 'Pacific/Auckland',
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: await browserPath(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
