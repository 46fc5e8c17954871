import { defineConfig } from '@playwright/test'
import { browserPath } from './scripts/browser'
import { tier } from './tests/tier'

export default defineConfig({
  projects: [
    { name: 'http', testDir: 'tests/http' }, // starts no browser
    { name: 'browser', testDir: 'tests/e2e' },
  ],
  globalSetup: './tests/e2e/global-setup.ts',
  workers: 2,
  grep: tier === 'full' ? /@full|@looks/ : undefined, // @looks: in both, the quick one looks in light
  grepInvert: [
    ...(tier === 'quick' ? [/@full/] : []),
    ...(process.env.SOAK ? [] : [/@soak/]), // long ones, for `npm run soak`
  ],
  timeout: process.env.SOAK ? 60 * 60_000 : 60_000,
  expect: { timeout: 10_000 },
  // A loaded CI machine may be slow once. What needed its second try is named at the end; nowhere else is anything tried again.
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
